import type { BlockedBoard } from '@manoboard/contract/installation/enrolment';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { DeviceId } from '@manoboard/contract/text';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { Card } from '../../../ui/card.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import classes from './enrolment.module.css';

const blockedQuery = readQuery(['blocked-boards'], installationCalls.blockedBoards);

const setBlocked = (id_dev: string, blocked: boolean) =>
  withProof(() => request(installationCalls.blockBoard, { body: { id_dev, blocked } }));

/** Blocks a board that was stolen or misbehaves, and lists the blocked ones. */
export function BlockedCard() {
  const t = useTranslations('enrolment.blocked');
  const query = useQuery(blockedQuery);
  const reload = async () => void (await query.refetch());
  return (
    <Card aria-labelledby="blocked-boards" className={classes.card}>
      <SectionHead id="blocked-boards" title={t('title')} />
      <BlockForm onBlocked={reload} />
      <QueryStates query={query} failed={t('failed')} cards={1}>
        {(boards) =>
          boards.length > 0 && (
            <ul className={classes.blocked}>
              {boards.map((board) => (
                <BlockedRow key={board.id_dev} board={board} onUnblocked={reload} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Card>
  );
}

function BlockForm({ onBlocked }: { onBlocked: () => Promise<void> }) {
  const t = useTranslations('enrolment.blocked');
  const fields = useForm({
    initial: { id_dev: '' },
    validate: ({ id_dev }) =>
      DeviceId.safeParse(id_dev.trim().toUpperCase()).success
        ? {}
        : { id_dev: 'validation.device_id_format' },
    send: async ({ id_dev }) => {
      await setBlocked(id_dev.trim().toUpperCase(), true);
      await onBlocked();
    },
  });
  const { isSending, problem } = fields;
  return (
    <form className={form.form} onSubmit={fields.onSubmit} noValidate aria-busy={isSending}>
      <p className={classes.quiet}>{t('lead')}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextInput
        {...fields.text('id_dev')}
        label={t('id')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className={classes.buttons}>
        <Button type="submit" color="red" disabled={isSending}>
          {t('block')}
        </Button>
      </div>
    </form>
  );
}

function BlockedRow({ board, onUnblocked }: { board: BlockedBoard; onUnblocked: () => Promise<void> }) {
  const t = useTranslations('enrolment.blocked');
  const { dateTime } = useFormatter();
  const { id_dev: id, alias, blocked_at } = board;
  const { run, isSending } = useAction({
    send: async () => {
      await setBlocked(id, false);
      await onUnblocked();
    },
    onFailed: useProblemToast(),
  });
  const time = dateTime(new Date(blocked_at * 1000), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <span>
        <strong className="num">{id}</strong> {alias}
        <span className={classes.quiet}>{t('since', { time })}</span>
      </span>
      <Button
        variant="default"
        size="sm"
        disabled={isSending}
        aria-label={t('unblockOne', { id })}
        onClick={() => void run()}
      >
        {t('unblock')}
      </Button>
    </li>
  );
}
