import type { SessionRow } from '@manoboard/contract/account/account';
import { readUserAgent } from '@manoboard/domain/access/user-agent';
import { Button } from '@mantine/core';
import { IconCheck, IconDeviceLaptop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import items from '../items.module.css';
import { sessionsQuery } from './api.ts';
import classes from './sessions-card.module.css';
import { useSessionText } from './use-session-text.ts';

const EndSessionsDialog = lazyComponent(
  async () => (await import('./end-sessions-dialog.tsx')).EndSessionsDialog,
);

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
    <Card aria-labelledby="sessions-title" className={classes.card}>
      <div className={items.head}>
        <div>
          <h2 id="sessions-title" className="card-title">
            {t('profile.sessions.title')}
          </h2>
          <p className="text-sm dim break">{t('profile.sessions.hint')}</p>
        </div>
        {others.length > 0 && (
          <Button variant="default" size="sm" onClick={() => setEnding('others')}>
            {t('profile.sessions.endOthers')}
          </Button>
        )}
      </div>
      {isRefetchError && (
        <p className={classes.stale} role="status">
          {t('profile.sessions.stale')}
        </p>
      )}
      <QueryStates query={query} failed={t('profile.sessions.failed')} cards={1}>
        {() => (
          <ul className={items.list}>
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
    <li className={`${items.item} ${classes.session}`}>
      <span className="inset-box center dim square-m" aria-hidden>
        <Icon size={18} stroke={1.7} />
      </span>
      <span className="stack shrink">
        <strong className="text-md bold break">{device}</strong>
        <span className="text-sm dim break">{place}</span>
      </span>
      <span className={classes.used}>{session.is_current ? t('now') : ageText(ageS, 'moment')}</span>
      {session.is_current ? (
        <StatePill tone="run" icon={<IconCheck size={15} stroke={2.2} aria-hidden />}>
          {t('current')}
        </StatePill>
      ) : (
        <button
          type="button"
          className={items.textButton}
          aria-label={t('endOne', { device, place })}
          onClick={onEnd}
        >
          {t('end')}
        </button>
      )}
    </li>
  );
}
