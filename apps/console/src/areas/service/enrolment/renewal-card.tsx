import type { SecretRenewal } from '@manoboard/contract/installation/enrolment';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { BoardIdForm } from './board-id-form.tsx';

/** A board answers and logs in again within seconds. */
const POLL_MS = 2000;
const isOpen = ({ state }: SecretRenewal) => state === 'sent' || state === 'stored';

const renewalsQuery = readQuery(['secret-renewals'], installationCalls.secretRenewals);

/** Sends a board a new secret over its own connection, and shows how far the last ones are. */
export function RenewalCard() {
  const t = useTranslations('enrolment.renewal');
  const query = useQuery({
    ...renewalsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  });
  const renew = async (id_dev: string) => {
    await withProof(() => request(installationCalls.renewBoardSecret, { body: { id_dev } }));
    await query.refetch();
  };
  return (
    <Card aria-labelledby="secret-renewals" className="grid gap-4">
      <SectionHead id="secret-renewals" title={t('title')} />
      <BoardIdForm
        lead={t('lead')}
        label={t('id')}
        submit={t('submit')}
        sending={t('sending')}
        send={renew}
      />
      <QueryStates query={query} failed={t('failed')} cards={1}>
        {(renewals) =>
          renewals.length > 0 && (
            <ul
              className="[&>li]:flex [&>li]:items-center [&>li]:flex-wrap [&>li]:justify-between [&>li]:gap-y-1 [&>li]:gap-x-3 [&>li]:py-2 [&>li]:border-t [&>li]:border-line"
              aria-live="polite"
            >
              {renewals.map((renewal) => (
                <RenewalRow key={renewal.id_dev} renewal={renewal} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Card>
  );
}

const LOOKS = {
  sent: { tone: 'wait', Icon: IconClock },
  stored: { tone: 'wait', Icon: IconClock },
  done: { tone: 'run', Icon: IconCircleCheck },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
} as const;

function RenewalRow({ renewal: { id_dev, alias, state, at } }: { renewal: SecretRenewal }) {
  const t = useTranslations('enrolment.renewal');
  const { dateTime } = useFormatter();
  const { tone, Icon } = LOOKS[state];
  const time = dateTime(new Date(at * 1000), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <span>
        <strong className="tabular-nums tracking-tight">{id_dev}</strong> {alias}
        <span className="text-md text-dim block!">{t(`hint.${state}`, { time })}</span>
      </span>
      <StatePill tone={tone} icon={<Icon aria-hidden />}>
        {t(`state.${state}`)}
      </StatePill>
    </li>
  );
}
