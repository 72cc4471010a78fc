import { securityCalls } from '@manoboard/contract/installation/security.calls';
import type { OwnLogin } from '@manoboard/contract/installation/security-event';
import { readUserAgent } from '@manoboard/domain/access/user-agent';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';

const loginsQuery = readQuery(['own-logins'], securityCalls.ownLogins);

/** The last logins of the own account, and attempts that were refused. */
export function LoginsCard() {
  const t = useTranslations('logins');
  const query = useQuery(loginsQuery);
  return (
    <Card aria-labelledby="own-logins">
      <SectionHead id="own-logins" title={t('title')} />
      <p className="text-sm text-dim wrap-anywhere">{t('lead')}</p>
      <QueryStates query={query} failed={t('failed')} cards={1}>
        {(logins) =>
          logins.length === 0 ? (
            <p className="text-sm text-dim wrap-anywhere">{t('none')}</p>
          ) : (
            <ul className="mt-2">
              {logins.map((login) => (
                <LoginRow key={login.seq} login={login} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Card>
  );
}

function LoginRow({ login: { at, outcome, address, user_agent, count } }: { login: OwnLogin }) {
  const t = useTranslations('logins');
  const { dateTime } = useFormatter();
  const { browser, system } = readUserAgent(user_agent);
  const isDone = outcome === 'done';
  return (
    <li className="grid items-center border-t border-line gap-y-0.5 gap-x-3 py-2 grid-cols-[minmax(0,1fr)_auto]">
      <span className="grid min-w-0">
        <strong className="text-md font-semibold wrap-anywhere tabular-nums tracking-tight">
          {dateTime(new Date(at * 1000), { dateStyle: 'medium', timeStyle: 'short' })}
          {count > 1 && ` ${t('times', { count })}`}
        </strong>
        <span className="text-sm text-dim wrap-anywhere">
          {[browser, system, address].filter(Boolean).join(' · ')}
        </span>
      </span>
      <StatePill
        tone={isDone ? 'run' : 'stop'}
        icon={isDone ? <IconCircleCheck aria-hidden /> : <IconBan aria-hidden />}
      >
        {t(outcome)}
      </StatePill>
    </li>
  );
}
