import { type Alert, AlertNotes } from '@manoboard/contract/alert/alert';
import { IconAlertTriangle, IconCheck, IconUserCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKeepDraft, useKeptDraft } from '../../../lib/forms/drafts.ts';
import { schemaErrors, useErrorText } from '../../../lib/forms/form-errors.ts';
import { RestoredNotice } from '../../../lib/forms/restored-notice.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { deviceNameOf, useAlertTexts } from './alert-facts.ts';
import { NoteField } from './note-field.tsx';
import { useReopen } from './use-reopen.ts';
import { type Outcome, useResolve } from './use-resolve.ts';
import { useTimeText } from './use-time-text.ts';

interface Props {
  alerts: readonly Alert[];
  userName: string;
  onChanged: (alert: Alert) => void;
  onClose: () => void;
}

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;
const icons = {
  resolved: <IconCheck {...icon} />,
  earlier: <IconUserCheck {...icon} />,
  failed: <IconAlertTriangle {...icon} />,
};

function useOutcomeText() {
  const t = useTranslations();
  const timeText = useTimeText();
  return (outcome: Outcome): string => {
    if (outcome.kind === 'resolved') return t('alerts.dialog.resolvedNow');
    if (outcome.kind === 'failed') {
      const reason = t(outcome.code === 'NETWORK' ? 'alerts.dialog.unsure' : `problem.${outcome.code}`);
      return t('alerts.dialog.failed', { reason });
    }
    const { resolved_by, resolved_timestamp, timestamp } = outcome.alert;
    return t('alerts.dialog.earlier', {
      name: resolved_by ?? t('alerts.dialog.somebody'),
      time: timeText(resolved_timestamp ?? timestamp),
    });
  };
}

/** One line per alert: nothing is half done without a message. */
function Results({ outcomes }: { outcomes: readonly Outcome[] }) {
  const t = useTranslations('alerts');
  const textOf = useOutcomeText();
  const { titleOf } = useAlertTexts();
  return (
    <ul
      className="grid gap-2.5 overflow-y-auto mb-4 max-h-[50dvh] [&_svg]:flex-none [&_svg]:text-run-ink [&_[data-kind='earlier']_svg]:text-wait-ink [&_[data-kind='failed']_svg]:text-stop-ink"
      aria-label={t('dialog.result')}
    >
      {outcomes.map((outcome) => (
        <li className="flex gap-2.5 text-md leading-normal" key={outcome.alert.id} data-kind={outcome.kind}>
          {icons[outcome.kind]}
          <span>
            <strong className="block font-semibold">
              {titleOf(outcome.alert)} · {deviceNameOf(outcome.alert)}
            </strong>{' '}
            {textOf(outcome)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** R7.4: resolves one or several alerts, with a note. */
export function ResolveDialog({ alerts, userName, onChanged, onClose }: Props) {
  const t = useTranslations();
  const errorText = useErrorText();
  const { titleOf, describe } = useAlertTexts();
  const [only] = alerts.length === 1 ? alerts : [];
  const key = `resolve ${alerts.map(({ id }) => id).join()}`;
  const restored = useKeptDraft<string>(key);
  const [note, setNote] = useState(restored ?? only?.notes ?? '');
  useKeepDraft(key, note === (only?.notes ?? '') ? undefined : note);
  const [error, setError] = useState<string>();
  const [ended, setEnded] = useState<readonly Outcome[]>();
  const { outcomes, isSending, resolve } = useResolve(userName, onChanged);
  const reopen = useReopen(onChanged);
  const failed = ended?.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.alert] : [])) ?? [];

  async function run(rows: readonly Alert[]) {
    const kept = ended?.filter(({ kind }) => kind !== 'failed') ?? [];
    const outcomesNow = await resolve({ alerts: rows, note: note.trim(), isOnly: only !== undefined });
    if (!outcomesNow) return;
    const all = [...kept, ...outcomesNow];
    if (all.every(({ kind }) => kind === 'resolved') && all.length === alerts.length) {
      onClose();
      const resolved = all.map(({ alert }) => alert);
      toast(t('alerts.dialog.done', { n: all.length }), {
        ...(only && { device: deviceNameOf(only) }),
        action: { label: t('alerts.undo'), run: () => void reopen(resolved, true) },
      });
    } else setEnded(all);
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { notes } = schemaErrors(AlertNotes, { notes: note });
    setError(errorText(notes));
    if (!notes) void run(alerts);
  }
  const progress = isSending && t('alerts.dialog.progress', { done: outcomes.length, n: alerts.length });
  return (
    <Dialog
      title={t('alerts.dialog.title', { n: alerts.length })}
      subject={only && `${titleOf(only)} · ${deviceNameOf(only)}`}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      {ended ? (
        <>
          <DialogText role="alert">
            {t('alerts.dialog.partly', {
              done: ended.filter(({ kind }) => kind === 'resolved').length,
              n: alerts.length,
            })}
          </DialogText>
          <Results outcomes={ended} />
          <DialogButtons>
            {failed.length > 0 && (
              <Button variant="default" disabled={isSending} onClick={() => void run(failed)}>
                {progress || t('alerts.dialog.retry')}
              </Button>
            )}
            <Button disabled={isSending} onClick={onClose}>
              {t('common.close')}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <Form onSubmit={onSubmit} isSending={isSending}>
          {only && <DialogText>{describe(only)}</DialogText>}
          {restored !== undefined && <RestoredNotice />}
          <NoteField
            name="notes"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            label={t('alerts.dialog.note')}
            description={t(only ? 'alerts.dialog.noteHint' : 'alerts.dialog.bulkHint')}
            error={error}
          />
          <DialogButtons>
            <Button variant="default" disabled={isSending} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isSending}>
              {progress || t('alerts.resolve')}
            </Button>
          </DialogButtons>
        </Form>
      )}
    </Dialog>
  );
}
