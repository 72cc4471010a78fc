const STATES = ['open', 'resolved', 'all'] as const;
const SEVERITIES = ['alarm', 'warning'] as const;
const PERIOD_DAYS = ['1', '7', '30'] as const;

/** R7.4: the filter is part of the address, so that it survives a reload and the way back from a device. */
export interface AlertFilter {
  /** Without it only open alerts. */
  state?: Exclude<(typeof STATES)[number], 'open'>;
  severity?: (typeof SEVERITIES)[number];
  days?: (typeof PERIOD_DAYS)[number];
  device?: string;
  q?: string;
}
export type AlertState = (typeof STATES)[number];
export const ALERT_STATES: readonly AlertState[] = STATES;
export const ALERT_PERIODS = ['all', ...PERIOD_DAYS] as const;
export const ALERT_SEVERITIES = SEVERITIES;

/** Unknown values are dropped. The router parses digits as a number. */
export function readAlertFilter(search: Record<string, unknown>): AlertFilter {
  const textOf = (value: unknown) => (['string', 'number'].includes(typeof value) ? String(value) : '');
  const state = STATES.find((name) => name === search.state);
  const severity = SEVERITIES.find((name) => name === search.severity);
  const days = PERIOD_DAYS.find((name) => name === textOf(search.days));
  const device = textOf(search.device);
  const q = textOf(search.q).slice(0, 100);
  return {
    ...(state && state !== 'open' && { state }),
    ...(severity && { severity }),
    ...(days && { days }),
    ...(device && { device }),
    ...(q && { q }),
  };
}
