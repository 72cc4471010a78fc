import type { BlockedBoard } from '@manoboard/contract/installation/enrolment';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { BoardIdForm } from './board-id-form.tsx';

const blockedQuery = readQuery(['blocked-boards'], installationCalls.blockedBoards);

const setBlocked = (id_dev: string, blocked: boolean) =>
  withProof(() => request(installationCalls.blockBoard, { body: { id_dev, blocked } }));

/** Blocks a board that was stolen or misbehaves, and lists the blocked ones. */
export function BlockedCard() {
  const t = useTranslations('enrolment.blocked');
  const query = useQuery(blockedQuery);
  const reload = async () => void (await query.refetch());
  const block = async (deviceId: string) => {
    await setBlocked(deviceId, true);
    await reload();
  };
  return (
    <Card aria-labelledby="blocked-boards" className="grid gap-4">
      <SectionHead id="blocked-boards" title={t('title')} />
      <BoardIdForm lead={t('lead')} label={t('id')} submit={t('block')} variant="danger" send={block} />
      <QueryStates query={query} failed={t('failed')} cards={1}>
        {(boards) =>
          boards.length > 0 && (
            <ul className="[&>li]:flex [&>li]:items-center [&>li]:flex-wrap [&>li]:justify-between [&>li]:gap-y-1 [&>li]:gap-x-3 [&>li]:py-2 [&>li]:border-t [&>li]:border-line">
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
        <strong className="tabular-nums tracking-tight">{id}</strong> {alias}
        <span className="text-md text-dim block!">{t('since', { time })}</span>
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
