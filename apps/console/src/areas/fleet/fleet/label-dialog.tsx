import type { FleetActionKind } from '@manoboard/contract/fleet/fleet-action';
import type { LabelKind } from '@manoboard/contract/fleet/label';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogText } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { addLabel, labelsQuery, removeLabel } from './api.ts';

interface Props {
  kind: LabelKind;
  subject: string;
  onApply: (action: FleetActionKind) => void;
  onClose: () => void;
}

/** Gives the ticked devices a label or a group, or removes it from them. */
export function LabelDialog({ kind, subject, onApply, onClose }: Props) {
  const t = useTranslations();
  const problemText = useProblemText();
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(labelsQuery);
  const [name, setName] = useState('');
  const put = (label_id: number, is_on: boolean) => onApply({ kind: 'label', label_id, is_on });
  const { run, isSending, error } = useAction({
    send: () => addLabel({ kind, name: name.trim() }),
    onDone: ({ id }) => put(id, true),
  });
  /** Only one that no device has: nothing is lost. */
  const remove = useAction({
    send: async (id: number) => {
      await removeLabel(id);
      return true;
    },
    onDone: () => queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey }),
  });
  const problem = error ?? remove.error;
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
      <ul className="mb-4 grid max-h-[40dvh] gap-1 overflow-y-auto">
        {data
          .filter((label) => label.kind === kind)
          .map((label) => (
            <li key={label.id} className="flex items-center gap-2">
              <Button
                variant="default"
                className="min-w-0 flex-1 justify-start"
                icon={<IconPlus size={16} stroke={2} aria-hidden />}
                onClick={() => put(label.id, true)}
              >
                {label.name} <span className="text-dim tabular-nums">{label.devices}</span>
              </Button>
              <IconButton
                look="square"
                label={t('fleet.bulk.remove', { name: label.name })}
                onClick={() => put(label.id, false)}
              >
                <IconMinus size={16} stroke={2} aria-hidden />
              </IconButton>
              {label.devices === 0 && (
                <IconButton
                  look="square"
                  className="hover:text-stop-ink"
                  label={t('fleet.bulk.delete', { name: label.name })}
                  onClick={() => void remove.run(label.id)}
                >
                  <IconTrash size={16} stroke={1.8} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
      </ul>
      <form className="grid gap-3" onSubmit={submit}>
        {problem && <FormNotice kind="problem">{problemText(problem)}</FormNotice>}
        <TextField
          label={t(`fleet.bulk.newName.${kind}`)}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isSending} disabled={name.trim() === ''}>
          {t(`fleet.bulk.add.${kind}`)}
        </Button>
      </form>
    </Dialog>
  );
}
