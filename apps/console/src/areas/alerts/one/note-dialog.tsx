import { type Alert, AlertNotes } from '@manoboard/contract/alert/alert';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { findChanged, joinNotes, saveNotes } from '../list/api.ts';
import { deviceNameOf, useAlertTexts } from './alert-facts.ts';
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
  /** As the editor saw it. */
  const [seen, setSeen] = useState(alert);
  const form = useForm<{ notes: string }>({
    initial: { notes: alert.notes ?? '' },
    draft: { key: `note ${alert.id}`, fields: ['notes'] },
    validate: (values) => schemaErrors(AlertNotes, values),
    send: async ({ notes }) => {
      const saved = await saveNotes(seen, notes).catch(async (error) => {
        const changed = await findChanged(error, seen);
        if (changed) {
          setSeen(changed);
          form.fill({ notes: joinNotes(changed.notes, notes) });
        }
        throw error;
      });
      if (!saved) return;
      onChanged(saved);
      onClose();
      toast(t('alerts.dialog.saved'), { device: deviceNameOf(alert) });
    },
  });
  const { text } = form;
  return (
    <FormDialog
      title={t('alerts.dialog.noteTitle')}
      subject={`${titleOf(alert)} · ${deviceNameOf(alert)}`}
      form={form}
      submit={t('alerts.dialog.save')}
      onClose={onClose}
    >
      <NoteField
        {...text('notes')}
        label={t('alerts.dialog.note')}
        description={t('alerts.dialog.noteHint')}
      />
    </FormDialog>
  );
}
