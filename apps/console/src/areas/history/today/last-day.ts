import { useHistory } from '../../../device/history.ts';

/** Buckets of three minutes; the two cards of the page share the request. */
const LAST_DAY = {
  range: { lastS: 86_400 },
  metrics: ['pressure', 'required_pressure', 'flow', 'flow_error'] as const,
  points: 480,
};

/** R4.13: pressure and estimated flow of the last 24 hours. */
export const useLastDay = (deviceId: string) => useHistory({ deviceId, ...LAST_DAY });
