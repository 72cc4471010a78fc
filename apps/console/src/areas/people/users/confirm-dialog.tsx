import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';

interface Props {
  title: string;
  subject: string;
  text: string;
  submit: string;
  isDangerous?: boolean;
  isSending: boolean;
  problem: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A question with its consequences; nothing is sent before the submit button. */
export function ConfirmDialog({ isDangerous = false, isSending, children, ...props }: Props) {
  const t = useTranslations();
  return (
    <Dialog
      title={props.title}
      subject={props.subject}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={props.onClose}
    >
      <form className={form.form} onSubmit={props.onSubmit} aria-busy={isSending}>
        <p className={dialogTextClass}>{props.text}</p>
        {children}
        {props.problem && <FormNotice kind="problem">{props.problem}</FormNotice>}
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={props.onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending} {...(isDangerous && { color: 'red.8' })}>
            {isSending ? t('auth.sending') : props.submit}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
