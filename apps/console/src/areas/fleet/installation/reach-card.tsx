import type { AlertReach } from '@manoboard/contract/alert/alert-delivery';
import { missingWays } from '@manoboard/domain/alerts/delivery/reach';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { reachQuery } from '../../../device/alert-reach.ts';
import { CheckCard } from './checks.tsx';

/** Whether alarms reach the owners of devices, and why not. */
export function ReachCard() {
  const t = useTranslations('installation.reach');
  const { dateTime } = useFormatter();
  const { data } = useQuery(reachQuery);
  const state = data?.installation;
  if (!data || !state) return null;
  const { unreached_owners: owners, undelivered_alerts: alerts } = state;
  const since = data.mail.failing_since;
  const time =
    since === null ? '' : dateTime(new Date(since * 1000), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <CheckCard
      id="installation-reach"
      title={t('title')}
      facts={[
        [t('owners'), `${owners}`],
        [t('alerts'), `${alerts}`],
      ]}
      warnings={[
        ...(since === null ? [] : [t('failing', { time })]),
        ...(owners > 0 ? [t('ownersHint', { n: owners })] : []),
        ...(alerts > 0 ? [t('alertsHint', { n: alerts })] : []),
      ]}
      fine={t('fine')}
    >
      {state.owners.length > 0 && <Owners state={state} />}
    </CheckCard>
  );
}

function Owners({ state }: { state: NonNullable<AlertReach['installation']> }) {
  const t = useTranslations('installation.reach');
  const { owners, unreached_owners: all } = state;
  return (
    <ul className="grid gap-2.5 text-md mt-4" aria-label={t('list')}>
      {owners.map(({ name, email, ways }) => (
        <li key={email}>
          <strong>{name}</strong> <span className="text-dim wrap-anywhere">{email}</span>
          <small className="block text-sm text-stop-ink">
            {[...new Set(missingWays(ways))].map((way) => t(`way.${way}`)).join(', ')}
          </small>
        </li>
      ))}
      {all > owners.length && <li>{t('more', { n: all - owners.length })}</li>}
    </ul>
  );
}
