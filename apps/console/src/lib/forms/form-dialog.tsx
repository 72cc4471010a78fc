import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../ui/dialog.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';
import { RestoredNotice } from './restored-notice.tsx';

interface Props {
  title: string;
  subject?: string | undefined;
  /** The result of `useForm`. */
  form: {
    isSending: boolean;
    isRestored?: boolean;
    problem: string | undefined;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** In place of the problem of the form. */
  problem?: string | undefined;
  /** A question or an explanation above the fields. */
  text?: ReactNode;
  submit: string;
  isDangerous?: boolean;
  /** The first focus is on "cancel". */
  isConfirmation?: boolean;
  isDisabled?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** A form in a dialog: nothing is sent before the submit button, and the dialog stays open while it is sent. */
export function FormDialog({ title, subject, form, text, submit, onClose, ...props }: Props) {
  const t = useTranslations();
  const { isSending, onSubmit } = form;
  const problem = props.problem ?? form.problem;
  const { isDangerous = false, isConfirmation = false, isDisabled = false, children } = props;
  return (
    <Dialog
      title={title}
      subject={subject}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <form
        className={children ? 'grid grid-cols-1 gap-4' : undefined}
        onSubmit={onSubmit}
        noValidate
        aria-busy={isSending}
      >
        {typeof text === 'string' ? <DialogText>{text}</DialogText> : text}
        {form.isRestored && <RestoredNotice />}
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        {children}
        <DialogButtons>
          <Button
            variant="default"
            disabled={isSending}
            onClick={onClose}
            {...(isConfirmation && { 'data-autofocus': true })}
          >
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'filled'}
            disabled={isSending || isDisabled}
          >
            {isSending ? t('auth.sending') : submit}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
