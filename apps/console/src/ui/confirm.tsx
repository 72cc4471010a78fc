import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './confirm.module.css';
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
        className={classes.opener}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-disabled={isDisabled}
        onClick={() => setIsOpen(!isOpen && !isDisabled)}
      >
        {icon}
      </button>
      {isOpen && (
        <div id={panelId} className={classes.panel}>
          <p className={classes.question}>{question}</p>
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
