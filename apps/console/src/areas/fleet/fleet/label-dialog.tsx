import type { FleetActionKind } from '@manoboard/contract/fleet/fleet-action';
import type { LabelKind } from '@manoboard/contract/fleet/label';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogText } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { addLabel } from './api.ts';
import { LabelRows } from './label-rows.tsx';
import { MOST_CHARACTERS } from './stored-choices.ts';

interface Props {
  kind: LabelKind;
  subject: string;
  onApply: (action: FleetActionKind) => void;
  onRemoved: (id: number) => void;
  onClose: () => void;
}

/** Gives the ticked devices a label or a group, or removes it from them. */
export function LabelDialog({ kind, subject, onApply, onRemoved, onClose }: Props) {
  const t = useTranslations();
  const problemText = useProblemText();
  const [name, setName] = useState('');
  const put = (label_id: number, is_on: boolean) => onApply({ kind: 'label', label_id, is_on });
  const { run, isSending, error } = useAction({
    send: () => addLabel({ kind, name: name.trim() }),
    onDone: ({ id }) => put(id, true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void run();
  };
  return (
    <Dialog
      title={t(`fleet.bulk.${kind}`)}
      subject={subject}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <DialogText>{t(`fleet.bulk.text.${kind}`)}</DialogText>
      <LabelRows kind={kind} onPut={put} onRemoved={onRemoved} />
      <form className="grid gap-3" onSubmit={submit}>
        {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
        <TextField
          label={t(`fleet.bulk.newName.${kind}`)}
          value={name}
          maxLength={MOST_CHARACTERS}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isSending} disabled={name.trim() === ''}>
          {t(`fleet.bulk.add.${kind}`)}
        </Button>
      </form>
    </Dialog>
  );
}
