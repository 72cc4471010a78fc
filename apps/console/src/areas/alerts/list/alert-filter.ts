import { AlertKind } from '@manoboard/contract/alert/kinds';

const STATES = ['open', 'resolved', 'all'] as const;
const SEVERITIES = ['alarm', 'warning'] as const;
const PERIOD_DAYS = ['1', '7', '30'] as const;

/** R7.4: the filter is part of the address, so that it survives a reload and the way back from a device. */
export interface AlertFilter {
  /** Without it only open alerts. */
  state?: Exclude<(typeof STATES)[number], 'open'> | 'shelved';
  severity?: (typeof SEVERITIES)[number];
  days?: (typeof PERIOD_DAYS)[number];
  device?: string;
  kind?: AlertKind;
  q?: string;
  /** The table with all columns; without it the groups. */
  view?: 'table';
  /** In the groups: alerts that the user has taken, or that nobody has. */
  who?: 'mine' | 'free';
}
export type AlertState = (typeof STATES)[number];
export const ALERT_STATES: readonly AlertState[] = STATES;
export const ALERT_PERIODS = ['all', ...PERIOD_DAYS] as const;
export const ALERT_SEVERITIES = SEVERITIES;

/** Names with their values; others are texts. */
const CHOICES: Record<keyof AlertFilter, readonly string[] | undefined> = {
  state: ['resolved', 'all', 'shelved'],
  severity: SEVERITIES,
  days: PERIOD_DAYS,
  device: undefined,
  kind: AlertKind.options,
  q: undefined,
  view: ['table'],
  who: ['mine', 'free'],
};

/** Filters that only the table has: an address with one of them opens it. */
const OF_TABLE = ['view', 'state', 'severity', 'days', 'device', 'kind'] as const;
export const isTableFilter = (filter: AlertFilter) => OF_TABLE.some((name) => filter[name] !== undefined);

/** Unknown values are dropped. The router parses digits as a number. */
export const readAlertFilter = (search: Partial<Record<keyof AlertFilter, unknown>>): AlertFilter =>
  Object.fromEntries(
    Object.entries(CHOICES).flatMap(([name, choices]) => {
      const value = search[name as keyof AlertFilter];
      const text = typeof value === 'object' ? '' : `${value ?? ''}`.slice(0, 100);
      return text && (choices?.includes(text) ?? true) ? [[name, text]] : [];
    }),
  );
