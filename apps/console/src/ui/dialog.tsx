import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';

/** Returns the focus to the opener when the component unmounts. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

interface ModalProps {
  onClose: () => void;
  /** Its name, when no `DialogTitle` is inside. */
  label?: string;
  /** Where it lies and how wide it is; in the middle of the page by default. */
  className?: string;
  children: ReactNode;
}

/** An open modal dialog without a frame. Escape and a click outside close it; the focus returns to the opener. */
export function Modal({ onClose, label, className = '', children }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  useFocusReturn();
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-200 bg-black/45" />
        <BaseDialog.Viewport
          className={`fixed inset-0 z-200 grid grid-cols-1 place-items-center overflow-y-auto px-4 py-[5dvh] ${className}`}
        >
          <BaseDialog.Popup
            ref={popup}
            className="flex max-h-full w-full flex-col overflow-y-auto rounded-lg bg-card text-ink shadow-popover outline-none forced-colors:border"
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true}
            finalFocus={false}
            aria-label={label}
          >
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export const DialogTitle = ({ children }: { children: ReactNode }) => (
  <BaseDialog.Title className="min-w-0 text-xl leading-tight font-bold tracking-tight wrap-anywhere">
    {children}
  </BaseDialog.Title>
);

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

const AT_PHONE_BOTTOM =
  'max-sm:items-end max-sm:p-0 max-sm:[&>*]:rounded-t-4xl max-sm:[&>*]:rounded-b-none max-sm:[&>*]:pb-[env(safe-area-inset-bottom)]';

/** A modal dialog with a title and a close button. */
export function Dialog({ title, subject, closeLabel, isSending, isAtPhoneBottom, onClose, children }: Props) {
  const close = () => {
    if (!isSending) onClose();
  };
  return (
    <Modal onClose={close} className={`sm:[&>*]:max-w-120 ${isAtPhoneBottom ? AT_PHONE_BOTTOM : ''}`}>
      <div className="px-6.5 pt-5 pb-6.5 max-sm:px-5 max-sm:pt-4 max-sm:pb-5">
        <div className="mb-3 flex items-center justify-between gap-4">
          <DialogTitle>
            {title}
            {subject !== undefined && (
              <span className="mt-1 block text-md leading-tight font-medium tracking-normal text-dim">
                {' '}
                {subject}
              </span>
            )}
          </DialogTitle>
          <IconButton className="-mr-2.5" label={closeLabel} aria-disabled={isSending} onClick={close}>
            <IconX size={20} stroke={1.7} aria-hidden />
          </IconButton>
        </div>
        {children}
      </div>
    </Modal>
  );
}

/** The buttons at the end of a dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-wrap justify-end gap-2.5 max-sm:[&>*]:min-h-11 max-sm:[&>*]:flex-auto">
    {children}
  </div>
);

export const DialogText = ({ className = '', ...text }: ComponentProps<'p'>) => (
  <p {...text} className={`mb-4 text-md leading-relaxed wrap-anywhere text-dim ${className}`} />
);
