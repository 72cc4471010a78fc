import { type Alert, AlertNotes } from '@manoboard/contract/alert/alert';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { deviceNameOf, useAlertTexts } from './alert-facts.ts';
import { saveNotes } from './api.ts';
import { NoteField } from './note-field.tsx';

interface Props {
  alert: Alert;
  onChanged: (alert: Alert) => void;
  onClose: () => void;
}

/** R7.4: changes the note of an alert. */
export function NoteDialog({ alert, onChanged, onClose }: Props) {
  const t = useTranslations();
  const { titleOf } = useAlertTexts();
  const { isSending, problem, text, onSubmit } = useForm<{ notes: string }>({
    initial: { notes: alert.notes ?? '' },
    validate: (values) => schemaErrors(AlertNotes, values),
    send: async ({ notes }) => {
      const saved = await saveNotes(alert.id, notes);
      if (!saved) return;
      onChanged(saved);
      onClose();
      void toast(t('alerts.dialog.saved'), { device: deviceNameOf(alert) });
    },
  });
  return (
    <Dialog
      title={t('alerts.dialog.noteTitle')}
      subject={`${titleOf(alert)} · ${deviceNameOf(alert)}`}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={onSubmit} noValidate aria-busy={isSending}>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        <NoteField
          {...text('notes')}
          label={t('alerts.dialog.note')}
          description={t('alerts.dialog.noteHint')}
        />
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {isSending ? t('auth.sending') : t('alerts.dialog.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
