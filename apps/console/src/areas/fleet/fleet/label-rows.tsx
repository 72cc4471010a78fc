import type { LabelKind, ListedLabel } from '@manoboard/contract/fleet/label';
import { IconMinus, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { labelsQuery, removeLabel, renameLabel } from './api.ts';
import { MOST_CHARACTERS } from './stored-choices.ts';

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

interface RowsProps {
  kind: LabelKind;
  /** Gives the label to the chosen devices, or takes it from them; without it labels are only renamed and deleted. */
  onPut?: ((id: number, isOn: boolean) => void) | undefined;
  /** A list that is filtered by the label must let go of it. */
  onRemoved: (id: number) => void;
}

/** Labels or groups of the staff, each with what can be done with it. */
export function LabelRows({ kind, onPut, onRemoved }: RowsProps) {
  const { data = [] } = useQuery(labelsQuery);
  const labels = data.filter((label) => label.kind === kind);
  if (labels.length === 0) return null;
  return (
    <ul className="mb-4 grid max-h-[40dvh] gap-1 overflow-y-auto">
      {labels.map((label) => (
        <LabelRow key={label.id} label={label} onPut={onPut} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}

function LabelRow({ label, onPut, onRemoved }: Omit<RowsProps, 'kind'> & { label: ListedLabel }) {
  const t = useTranslations('fleet.bulk');
  const problemText = useProblemText();
  const queryClient = useQueryClient();
  const [isRenaming, setIsRenaming] = useState(false);
  const { id, name, devices } = label;
  /** Rows and tabs show the name, and filters count its devices. */
  const refresh = () => {
    for (const key of ['fleet', 'fleet-rows', 'fleet-counts'])
      void queryClient.invalidateQueries({ queryKey: [key] });
    return queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey });
  };
  const remove = useAction({
    send: async () => {
      await removeLabel(id);
      return true;
    },
    onDone: () => {
      onRemoved(id);
      return refresh();
    },
  });
  if (isRenaming)
    return <RenameForm label={label} onRenamed={refresh} onClose={() => setIsRenaming(false)} />;
  return (
    <li className="relative flex flex-wrap items-center gap-2">
      {onPut ? (
        <Button
          variant="default"
          className="min-w-0 flex-1 justify-start"
          icon={<IconPlus {...icon} stroke={2} />}
          onClick={() => onPut(id, true)}
        >
          {name} <span className="text-dim tabular-nums">{devices}</span>
        </Button>
      ) : (
        <span className="min-w-0 flex-1 wrap-anywhere">
          {name} <span className="text-dim tabular-nums">{devices}</span>
        </span>
      )}
      {onPut && (
        <IconButton look="square" label={t('remove', { name })} onClick={() => onPut(id, false)}>
          <IconMinus {...icon} stroke={2} />
        </IconButton>
      )}
      <IconButton look="square" label={t('rename', { name })} onClick={() => setIsRenaming(true)}>
        <IconPencil {...icon} />
      </IconButton>
      <Confirm
        icon={<IconTrash {...icon} />}
        label={t('delete', { name })}
        question={t('deleteQuestion', { name, count: devices })}
        yes={t('deleteYes')}
        no={t('keep')}
        isDisabled={remove.isSending}
        onYes={() => void remove.run()}
      />
      {remove.error && (
        <div className="basis-full">
          <FormNotice kind="problem">{problemText(remove.error)}</FormNotice>
        </div>
      )}
    </li>
  );
}

interface RenameProps {
  label: ListedLabel;
  onRenamed: () => unknown;
  onClose: () => void;
}

function RenameForm({ label: { id, name: before }, onRenamed, onClose }: RenameProps) {
  const t = useTranslations('fleet.bulk');
  const problemText = useProblemText();
  const [name, setName] = useState(before);
  const { run, isSending, error } = useAction({
    send: () => renameLabel(id, name.trim()),
    async onDone() {
      await onRenamed();
      onClose();
    },
  });
  const isSame = name.trim() === '' || name.trim() === before;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) void run();
  };
  return (
    <li>
      <form className="grid gap-2 rounded-md border border-line p-3" onSubmit={submit}>
        {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
        <TextField
          label={t('rename', { name: before })}
          value={name}
          maxLength={MOST_CHARACTERS}
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="flex gap-2">
          <Button type="submit" size="xs" loading={isSending} disabled={isSame}>
            {t('renameYes')}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </li>
  );
}

const KINDS = ['group', 'label'] as const;

/** All labels and groups, without devices to give them to. */
export function LabelsDialog({
  onRemoved,
  onClose,
}: {
  onRemoved: RowsProps['onRemoved'];
  onClose: () => void;
}) {
  const t = useTranslations();
  return (
    <Dialog title={t('fleet.labels')} closeLabel={t('common.close')} onClose={onClose}>
      {KINDS.map((kind) => (
        <section key={kind} aria-label={t(`fleet.kind.${kind}`)}>
          <h3 className="mb-2 text-md font-semibold text-dim">{t(`fleet.kind.${kind}`)}</h3>
          <LabelRows kind={kind} onRemoved={onRemoved} />
        </section>
      ))}
    </Dialog>
  );
}
