import { type Alert, AlertKind, type AlertPage, type AlertsQueryText } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { DAY_S } from '@manoboard/domain/time';
import { read, request } from '../../../lib/http/http.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import type { AlertFilter } from './alert-filter.ts';

/** Also the most IDs that the server accepts in one request. */
export const PAGE_ROWS = 100;

function queryOf({ state, severity, days, device, kind, q }: AlertFilter): AlertsQueryText {
  return {
    limit: `${PAGE_ROWS}`,
    resolved: state === 'all' ? undefined : state === 'resolved' ? 'true' : 'false',
    shelved: state === 'shelved' ? 'true' : undefined,
    severity,
    kind: AlertKind.options.find((known) => known === kind),
    device_id: device,
    search: q,
    from: days && `${serverNowS() - Number(days) * DAY_S}`,
  };
}

/** A page that begins after the cursor `before`. */
export const loadAlerts = (filter: AlertFilter, signal: AbortSignal, before?: string): Promise<AlertPage> =>
  read(alertCalls.alerts, signal, { query: { ...queryOf(filter), before } });

/** These alerts, if the filter matches them; without a filter all of them. */
export const loadAlertsById = (
  ids: readonly number[],
  signal: AbortSignal,
  filter: AlertFilter = { state: 'all' },
): Promise<AlertPage> =>
  read(alertCalls.alerts, signal, { query: { ...queryOf(filter), id: ids.map(String) } });

/** Returns nothing when the session is over. */
export const resolveAlert = (id: number, notes: string | undefined): Promise<Alert | undefined> =>
  request(alertCalls.resolveAlert, { params: { id: `${id}` }, body: notes === undefined ? {} : { notes } });

export const saveNotes = (id: number, notes: string): Promise<Alert | undefined> =>
  request(alertCalls.annotateAlert, { params: { id: `${id}` }, body: { notes } });
