import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
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
 * A small button in the corner of a tile with a confirmation as wide as the tile. Both use `aria-disabled`, so keyboard
 * users keep the focus.
 */
export function Confirm({ icon, label, question, yes, no, isDisabled, onYes }: ConfirmProps) {
  const { isOpen, setIsOpen, close, box, button } = usePopover();
  const panelId = useId();
  const confirm = () => {
    if (isDisabled) return;
    close();
    onYes();
  };
  return (
    <div ref={box}>
      <button
        ref={button}
        type="button"
        className="absolute grid place-items-center size-10 rounded-full text-dim cursor-pointer right-1.5 bottom-1.5 aria-expanded:bg-inset aria-expanded:text-ink aria-disabled:text-faint aria-disabled:cursor-not-allowed hover:[&:not([aria-disabled='true'])]:bg-inset hover:[&:not([aria-disabled='true'])]:text-ink"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-disabled={isDisabled}
        onClick={() => setIsOpen(!isOpen && !isDisabled)}
      >
        {icon}
      </button>
      {isOpen && (
        <div
          id={panelId}
          className="absolute flex flex-wrap gap-1.75 p-3.25 border border-line-strong rounded-lg bg-card inset-x-0 top-[calc(100%_+_0.3rem)] bottom-auto z-2 shadow-popover"
        >
          <p className="min-w-0 wrap-anywhere text-md font-medium basis-full whitespace-normal">{question}</p>
          <Button size="xs" aria-disabled={isDisabled} data-disabled={isDisabled} onClick={confirm}>
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
