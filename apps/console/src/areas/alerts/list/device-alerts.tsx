import type { Alert } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { isShelvedAt } from '../one/alert-facts.ts';
import { ALERT_STATES, type AlertFilter, type AlertState } from './alert-filter.ts';
import { AlertRow, alertRowsClass, groupOf } from './alert-row.tsx';
import { NewAlerts } from './new-alerts.tsx';
import { useAlerts } from './use-alerts.ts';

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

/** All alerts of a device, newest first, live. */
export function DeviceAlerts({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const [state, setState] = useState<AlertState>('open');
  const filter = useMemo(
    (): AlertFilter => ({ device: deviceId, ...(state !== 'open' && { state }) }),
    [deviceId, state],
  );
  const list = useAlerts(filter);
  const nowS = useClock((now) => now - (now % 60));
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
        <ul className={alertRowsClass} aria-label={t('alerts.list')}>
          {list.rows.map((alert) => (
            <AlertRow key={alert.id} alert={alert} group={groupOf(alert, nowS)} />
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
