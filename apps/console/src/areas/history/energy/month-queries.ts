import { accountCalls } from '@manoboard/contract/account/account.calls';
import { activityCalls } from '@manoboard/contract/activity/activity.calls';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { visitCalls } from '@manoboard/contract/alert/visit.calls';
import type { Energy } from '@manoboard/contract/history/energy';
import { useQuery } from '@tanstack/react-query';
import { useHistory } from '../../../device/history.ts';
import { placeQuery } from '../../../device/place.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

const LIMIT = '50';
/** About one bucket an hour. */
const POINTS = 744;

/** What the report has beside the energy; a part that does not load is left out. */
export function useMonth(deviceId: string, { from, to, at }: Pick<Energy, 'from' | 'to' | 'at'>) {
  const end = Math.min(to, at);
  const key = ['month-report', deviceId, from, end];
  const range = { from: String(from), to: String(end) };
  const params = { id: deviceId };
  const { data: alerts } = useQuery(
    readQuery([...key, 'alerts'], alertCalls.alerts, {
      query: { device_id: deviceId, ...range, limit: LIMIT },
    }),
  );
  const { data: activity } = useQuery(
    readQuery([...key, 'activity'], activityCalls.activity, {
      params,
      query: { ...range, kind: ['firmware', 'lock_out', 'config'], limit: LIMIT },
    }),
  );
  const { data: visits } = useQuery(readQuery([...key, 'visits'], visitCalls.visits, { params }));
  const { data: place } = useQuery(placeQuery(deviceId));
  const { data: me } = useQuery(readQuery(['month-report', 'me'], accountCalls.me));
  const { data: history } = useHistory({
    deviceId,
    range: { fromS: from, toS: end },
    metrics: ['flow', 'flow_error'],
    points: POINTS,
  });
  return { alerts, activity, visits, place, me, history };
}
