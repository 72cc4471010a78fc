import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './dialog.module.css';

interface Props {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** One matter that wants an answer. Escape, the cross and a click beside it leave; the focus returns to where it was. */
export function Dialog({ title, closeLabel, onClose, children }: Props) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <Modal.Root opened onClose={onClose} centered size="30rem">
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        <Modal.Body className={classes.body}>
          <div className={classes.head}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            <button type="button" className={classes.close} aria-label={closeLabel} onClick={onClose}>
              <IconX size={20} stroke={1.7} aria-hidden />
            </button>
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The last line of a dialog: the answers. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
);

export const dialogTextClass = classes.text;
