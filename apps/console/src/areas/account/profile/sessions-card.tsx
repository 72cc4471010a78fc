import type { SessionRow } from '@manoboard/contract/account/account';
import { readUserAgent } from '@manoboard/domain/access/user-agent';
import { IconCheck, IconDeviceLaptop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { sessionsQuery } from './api.ts';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { useSessionText } from './use-session-text.ts';

/** The server stores the last use with this accuracy. */
const ACCURACY_S = 600;

const icons = { phone: IconDeviceMobile, tablet: IconDeviceTablet, computer: IconDeviceLaptop };

/** R3.5: where the user is logged in; each session can be ended, or all others at once. */
export function SessionsCard() {
  const t = useTranslations();
  const query = useQuery(sessionsQuery);
  const { data: sessions, isRefetchError, refetch } = query;
  const [ending, setEnding] = useState<SessionRow | 'others'>();
  const others = sessions?.filter(({ is_current }) => !is_current) ?? [];
  const current = sessions?.filter(({ is_current }) => is_current) ?? [];
  return (
    <Card aria-labelledby="sessions-title" className="pb-1">
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 mb-3 [&_p]:mt-0.5">
        <div>
          <h2 id="sessions-title" className="text-lg font-semibold tracking-tight">
            {t('profile.sessions.title')}
          </h2>
          <p className="text-sm text-dim wrap-anywhere">{t('profile.sessions.hint')}</p>
        </div>
        {others.length > 0 && (
          <Button variant="default" size="sm" onClick={() => setEnding('others')}>
            {t('profile.sessions.endOthers')}
          </Button>
        )}
      </div>
      {isRefetchError && (
        <p className="text-md text-dim mb-2" role="status">
          {t('profile.sessions.stale')}
        </p>
      )}
      <QueryStates query={query} failed={t('profile.sessions.failed')} cards={1}>
        {() => (
          <ul className="-mx-5 max-sm:-mx-4 max-sm:my-0">
            {[...current, ...others].map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </QueryStates>
      {ending && (
        <EndSessionsDialog
          ending={ending}
          otherCount={others.length}
          onClose={() => setEnding(undefined)}
          onEnded={async () => void (await refetch())}
        />
      )}
    </Card>
  );
}

function SessionItem({ session, onEnd }: { session: SessionRow; onEnd: () => void }) {
  const t = useTranslations('profile.sessions');
  const ageText = useAgeText();
  const ageS = useClock((nowS) => {
    const age = nowS - session.last_used_at;
    return age < ACCURACY_S ? 0 : roundAge(age);
  });
  const { device, place } = useSessionText()(session);
  const Icon = icons[readUserAgent(session.user_agent).device];
  return (
    <li className="grid items-center border-t border-line gap-y-0.5 gap-x-3 px-5 py-2 min-h-14.5 grid-cols-[auto_minmax(0,1fr)_7.5rem_9.5rem] max-sm:px-4 max-sm:py-2.5 max-sm:grid-cols-[auto_minmax(0,1fr)_auto] [&>:last-child]:justify-self-end max-sm:[&>:last-child]:[grid-area:1/3/3]">
      <span
        className="border border-line rounded-md bg-inset grid place-items-center text-dim size-9"
        aria-hidden
      >
        <Icon size={18} stroke={1.7} />
      </span>
      <span className="grid min-w-0">
        <strong className="text-md font-semibold wrap-anywhere">{device}</strong>
        <span className="text-sm text-dim wrap-anywhere">{place}</span>
      </span>
      <span className="text-md text-dim max-sm:[grid-area:2/2]">
        {session.is_current ? t('now') : ageText(ageS, 'moment')}
      </span>
      {session.is_current ? (
        <StatePill tone="run" icon={<IconCheck size={15} stroke={2.2} aria-hidden />}>
          {t('current')}
        </StatePill>
      ) : (
        <TextButton aria-label={t('endOne', { device, place })} onClick={onEnd}>
          {t('end')}
        </TextButton>
      )}
    </li>
  );
}
