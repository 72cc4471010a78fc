import type { Diagnostics } from '@manoboard/contract/nouns/diagnostics';
import { type FcLink, fcLinkNow } from '@manoboard/domain/fc/fc-link';
import { useTranslations } from 'use-intl';
import { useBlameClock } from '../../device/live/use-data-clock.ts';
import { useFreshnessAt } from '../../device/live/use-freshness-at.ts';
import { useLinkState, useLiveDevice } from '../../device/live/use-live.ts';
import { useFaultWord } from '../../device/use-fault-word.ts';
import { useClock } from '../../lib/clock.ts';
import { pastAge, roundAge, useValueAge } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { StatePill } from '../../ui/state-pill.tsx';
import classes from './diagnostics.module.css';
import { ASK_AGAIN_MS } from './fact.tsx';
import { FaultIcon, LinkIcon } from './icons.tsx';

interface Props {
  deviceId: string;
  fault: Diagnostics['fault'];
  fcType: string | null;
}

/** Does the board hear its converter, and what is wrong with that one? */
export function Health({ deviceId, fault, fcType }: Props) {
  const t = useTranslations('diagnostics');
  const link = useFcLink(deviceId);
  const linkText = { ok: t('fcOk'), error: t('fcError'), unknown: t('fcUnknown') }[link];
  return (
    <Card aria-label={t('values')}>
      <dl className={classes.health}>
        <div>
          <dt>{t('fcLink')}</dt>
          <dd>
            <StatePill
              tone={link === 'ok' ? 'run' : link === 'error' ? 'stop' : 'off'}
              icon={<LinkIcon state={link} />}
            >
              {linkText}
            </StatePill>
          </dd>
        </div>
        <div>
          <dt>{t('fault')}</dt>
          <dd>
            <Fault deviceId={deviceId} fault={fault} fcType={fcType} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** R4.5: as the word beside the device's name says it; behind a server that is not heard nobody knows. */
function useFcLink(deviceId: string): FcLink {
  const last = useLiveDevice(deviceId, (device) => device.last);
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline ?? false);
  const server = useLinkState();
  const link = useBlameClock(last, (nowS) => (last ? fcLinkNow(last, isOnline, nowS) : 'unknown'));
  return server === 'live' || server === 'polling' ? link : 'unknown';
}

/** What the drive last said is not what it says: then it is neither green nor red, and has its age. */
function Fault({ deviceId, fault: { code, name, ts }, fcType }: Props) {
  const t = useTranslations('diagnostics');
  const faultWord = useFaultWord(fcType);
  const valueAge = useValueAge();
  const isLive = useFreshnessAt(deviceId, 'fault', ts, ASK_AGAIN_MS) === 'live';
  const ageS = useClock((nowS) => roundAge(Math.max(0, nowS - (ts ?? nowS))));
  if (code === null)
    return (
      <StatePill tone="off" icon={<FaultIcon code={null} />}>
        {t('faultUnknown')}
      </StatePill>
    );
  const named = { name: [faultWord(code), name].filter(Boolean).join(' · '), code };
  return (
    <>
      <StatePill
        tone={!isLive ? 'off' : code === 0 ? 'run' : 'stop'}
        icon={<FaultIcon code={isLive ? code : null} />}
      >
        {code === 0 ? t('noFault') : t('faultNamed', named)}
      </StatePill>
      {!isLive && <span className={classes.quiet}> {pastAge(valueAge(ageS, 'stale'))}</span>}
    </>
  );
}
