import type { Alert } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink } from '../../../device/links.tsx';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { isShelvedAt, useAlertTexts, useHappened } from '../one/alert-facts.ts';
import { AlertIcon } from '../one/alert-style.tsx';
import { useTimeText } from '../one/use-time-text.ts';
import { ALERT_STATES, type AlertFilter, type AlertState } from './alert-filter.ts';
import { NewAlerts } from './new-alerts.tsx';
import { useAlerts } from './use-alerts.ts';

/** Since when, or how it ended. */
function AlertTime({ alert }: { alert: Alert }) {
  const t = useTranslations('alerts');
  const ageText = useAgeText();
  const timeText = useTimeText();
  const age = useClock((nowS) => ageText(Math.max(0, nowS - alert.timestamp)));
  const isShelved = useClock((nowS) => isShelvedAt(alert, nowS));
  const { resolved, cleared_timestamp: clearedS, shelved_until, assignee } = alert;
  const parts = [
    resolved ? timeText(alert.timestamp) : age,
    resolved && t('resolved'),
    !resolved && clearedS !== null && t('cleared', { time: timeText(clearedS) }),
    !resolved && isShelved && t('shelvedUntil', { time: timeText(shelved_until ?? 0) }),
    !resolved && assignee && t('takenBy', { name: assignee.name }),
  ];
  return <span className="text-md text-dim">{parts.filter(Boolean).join(' · ')}</span>;
}

function Item({ alert }: { alert: Alert }) {
  const t = useTranslations('alerts');
  const { titleOf } = useAlertTexts();
  const happened = useHappened(alert);
  return (
    <li className="flex gap-3 py-2.5">
      <AlertIcon {...alert} />
      <div className="grid gap-0.5 min-w-0">
        <div className="flex items-baseline flex-wrap gap-y-0.5 gap-x-3 [&_a]:text-ink [&_a]:font-semibold [&_a]:underline-offset-[0.2em]">
          <AlertLink alertId={alert.id}>{titleOf(alert)}</AlertLink>
          <span className="sr-only">, {t(`severityOf.${alert.severity}`)}</span>
          <AlertTime alert={alert} />
        </div>
        <p className="text-md text-dim wrap-anywhere">{happened}</p>
      </div>
    </li>
  );
}

const MOST_SHOWN = 3;

/** Open alerts without shelved ones. After a failure none: old alerts are not shown as open. */
function useOpenAlerts(deviceId: string): Alert[] {
  const { data, isError } = useQuery(
    readQuery(['device-alerts', deviceId], alertCalls.alerts, {
      query: { device_id: deviceId, resolved: 'false', limit: '20' },
    }),
  );
  const nowS = useClock((now) => now - (now % 60));
  return (!isError && data?.items.filter((alert) => !isShelvedAt(alert, nowS))) || [];
}

export function DeviceAlertCount({ deviceId }: { deviceId: string }) {
  const t = useTranslations('alerts');
  const open = useOpenAlerts(deviceId);
  if (open.length === 0) return null;
  return (
    <span
      className="text-xs font-bold text-ink rounded-lg px-1 inline-grid place-items-center min-w-5 bg-wait-soft data-[severity=alarm]:bg-stop-soft data-[severity=alarm]:text-stop-ink"
      data-severity={open.some(({ severity }) => severity === 'alarm') && 'alarm'}
    >
      <span aria-hidden>{open.length}</span>
      <span className="sr-only">{t('open', { n: open.length })}</span>
    </span>
  );
}

/** Open alerts of a device with their reason, above its values; nothing without one. */
export function DeviceAlertNotice({ deviceId }: { deviceId: string }) {
  const t = useTranslations('alerts');
  const open = useOpenAlerts(deviceId);
  if (open.length === 0) return null;
  const label = t('open', { n: open.length });
  return (
    <section className={`py-2.5 ${cardClass}`} aria-label={t('ofDevice', { label })}>
      <ul className="grid [&>*+*]:border-t [&>*+*]:border-line">
        {open.slice(0, MOST_SHOWN).map((alert) => (
          <Item key={alert.id} alert={alert} />
        ))}
      </ul>
      <DeviceLink
        deviceId={deviceId}
        tool="alerts"
        className="inline-flex items-center gap-1 min-h-8 font-semibold text-link text-md pointer-coarse:min-h-11"
      >
        {t('allOfDevice', { n: open.length })} <IconArrowRight size={16} aria-hidden />
      </DeviceLink>
    </section>
  );
}

/** All alerts of a device, newest first, live. */
export function DeviceAlerts({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const [state, setState] = useState<AlertState>('open');
  const filter = useMemo(
    (): AlertFilter => ({ device: deviceId, ...(state !== 'open' && { state }) }),
    [deviceId, state],
  );
  const list = useAlerts(filter);
  return (
    <div className="grid gap-4 justify-items-start [&>ul]:w-full [&>ul]:list-disc [&>[role='status']]:w-full [&>[role='alert']]:w-full">
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 w-full">
        <Segmented
          label={t('alerts.state')}
          value={state}
          options={ALERT_STATES.map((value) => ({ value, label: t(`alerts.stateOf.${value}`) }))}
          isDisabled={false}
          onChange={setState}
        />
        <DeviceLink
          deviceId={deviceId}
          tool="rules"
          className="inline-flex items-center gap-1 min-h-8 font-semibold text-link text-md pointer-coarse:min-h-11"
          resetScroll={false}
        >
          {t('deviceTools.rules')}
        </DeviceLink>
      </div>
      <NewAlerts count={list.newCount} onShow={list.showNew} />
      <LoadStates
        state={list.state}
        error={list.error}
        failed={t('alerts.failed')}
        cards={1}
        onRetry={list.retry}
      />
      {list.state === 'ready' && list.rows.length === 0 && (
        <Notice
          title={t(state === 'open' ? 'alerts.emptyOpen' : 'alerts.empty')}
          text={t('alerts.emptyOpenHint')}
        />
      )}
      {list.isStale && <p role="status">{t('alerts.stale')}</p>}
      {list.rows.length > 0 && (
        <ul
          className={`grid [&>*+*]:border-t [&>*+*]:border-line ${cardClass}`}
          aria-label={t('alerts.list')}
        >
          {list.rows.map((alert) => (
            <Item key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {list.older.exists && (
        <Button variant="default" disabled={list.older.isLoading} onClick={list.older.load}>
          {list.older.isLoading ? t('app.loading') : t('work.older')}
        </Button>
      )}
    </div>
  );
}
