import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { usePopover } from './use-popover.ts';

interface ConfirmProps {
  icon: ReactNode;
  /** The name of the small button. */
  label: string;
  question: string;
  yes: string;
  no: string;
  isDisabled: boolean;
  onYes: () => void;
}

/**
 * A small button in a row with a confirmation as wide as the row. Both use `aria-disabled`, so keyboard
 * users keep the focus.
 */
export function Confirm({ icon, label, question, yes, no, isDisabled, onYes }: ConfirmProps) {
  const { isOpen, close, box, opener, panelId } = usePopover();
  const confirm = () => {
    if (isDisabled) return;
    close();
    onYes();
  };
  return (
    <div ref={box}>
      <IconButton
        {...opener}
        label={label}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && opener.onClick()}
      >
        {icon}
      </IconButton>
      {isOpen && (
        <div
          id={panelId}
          className="absolute flex flex-wrap gap-2 p-3 border border-line-strong rounded-lg bg-card inset-x-0 top-[calc(100%_+_0.3rem)] bottom-auto z-2 shadow-popover"
        >
          <p className="min-w-0 wrap-anywhere text-md font-medium basis-full whitespace-normal">{question}</p>
          <Button size="xs" aria-disabled={isDisabled} onClick={confirm}>
            {yes}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {no}
          </Button>
        </div>
      )}
    </div>
  );
}
