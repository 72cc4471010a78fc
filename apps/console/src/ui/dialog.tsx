import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './dialog.module.css';

interface Props {
  title: string;
  /** Shown under the title and part of the dialog's accessible name. */
  subject?: string | undefined;
  closeLabel: string;
  /** The dialog cannot be closed while its request is pending: closing it would suggest that nothing was sent. */
  isSending?: boolean;
  /** On a phone near the thumb, for a question with one answer. */
  isAtPhoneBottom?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Returns the focus to the opener when the component unmounts. */
export function useFocusReturn() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** A modal dialog. Escape, the close button and a click outside close it; the focus returns to the opener. */
export function Dialog({ title, subject, closeLabel, isSending, isAtPhoneBottom, onClose, children }: Props) {
  useFocusReturn();
  const close = () => {
    if (!isSending) onClose();
  };
  return (
    <Modal.Root
      opened
      onClose={close}
      centered
      size="30rem"
      {...(isAtPhoneBottom && { classNames: { inner: classes.bottom, content: classes.sheet } })}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        <Modal.Body className={classes.body}>
          <div className={classes.head}>
            <Modal.Title className={classes.title}>
              {title}
              {subject !== undefined && <span className={classes.subject}> {subject}</span>}
            </Modal.Title>
            <button
              type="button"
              className={classes.close}
              aria-label={closeLabel}
              aria-disabled={isSending}
              onClick={close}
            >
              <IconX size={20} stroke={1.7} aria-hidden />
            </button>
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons at the end of a dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
);

export const dialogTextClass = classes.text;
