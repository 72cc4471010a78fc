import type { Alert, AlertPage, AlertsQueryText } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { AlertKind } from '@manoboard/contract/alert/kinds';
import { DAY_S } from '@manoboard/domain/time';
import { address, read, request } from '../../../lib/http/http.ts';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import type { AlertFilter } from './alert-filter.ts';

/** Also the most IDs that the server accepts in one request. */
export const PAGE_ROWS = 100;
const RELOAD_MS = 10_000;

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

/** R7.4: what the filter finds, as a file. */
export function alertsCsvHref(filter: AlertFilter, zone: string) {
  const { limit: _, ...query } = queryOf(filter);
  return address(alertCalls.alertsCsv, {}, { ...query, zone });
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

/** Replaces the note of this alert, if it is still the same. Returns nothing when the session is over. */
export const resolveAlert = ({ id, notes: known_notes }: Alert, notes?: string): Promise<Alert | undefined> =>
  request(alertCalls.resolveAlert, {
    params: { id: `${id}` },
    body: notes === undefined ? {} : { notes, known_notes },
  });

/** Replaces the note of this alert, if it is still the same. */
export const saveNotes = ({ id, notes: known_notes }: Alert, notes: string): Promise<Alert | undefined> =>
  request(alertCalls.annotateAlert, { params: { id: `${id}` }, body: { notes, known_notes } });

/** The alert as it is now, if another person has changed its note. */
export async function findChanged(error: unknown, { id }: Alert): Promise<Alert | undefined> {
  if (problemCodeOf(error) !== 'NOTES_CHANGED') return undefined;
  return (await loadAlertsById([id], AbortSignal.timeout(RELOAD_MS))).items[0];
}

/** Both notes, when another person has written one meanwhile. */
export const joinNotes = (theirs: string | null, own: string) => [theirs, own].filter(Boolean).join('\n');
