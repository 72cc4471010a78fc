import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { copyText } from '../../lib/page/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';

interface Props {
  /** That the secret is shown only now. */
  once: string;
  done: string;
  onDone: () => void;
  children: ReactNode;
}

/** What a program needs to log in, in a dialog that shows it once. */
export const Credentials = ({ once, done, onDone, children }: Props) => (
  <>
    <FormNotice kind="success">{once}</FormNotice>
    {children}
    <DialogButtons>
      <Button onClick={onDone} data-autofocus>
        {done}
      </Button>
    </DialogButtons>
  </>
);

interface CredentialProps {
  label: string;
  /** What is copied. */
  value: string;
  shown?: string;
  /** Without a button if there is nothing to copy. */
  copy?: { label: string; done: string };
}

export const Credential = ({ label, value, shown = value, copy }: CredentialProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <code>{shown}</code>
      {copy && (
        <button
          type="button"
          className="grid place-items-center text-link rounded-md cursor-pointer size-11 hover:bg-inset"
          aria-label={copy.label}
          onClick={() => void copyText(value, copy.done)}
        >
          <IconCopy size={17} stroke={1.8} aria-hidden />
        </button>
      )}
    </dd>
  </div>
);
