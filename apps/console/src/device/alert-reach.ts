import { alertDeliveryCalls } from '@manoboard/contract/alert/alert-delivery.calls';
import { readQuery } from '../lib/http/read-query.ts';

const POLL_MS = 60_000;

/** Whether alerts can be delivered. Not in `queries.ts`: its schemas would be in the first load. */
export const reachQuery = {
  ...readQuery(['alert-reach'], alertDeliveryCalls.alertReach),
  refetchInterval: POLL_MS,
};
