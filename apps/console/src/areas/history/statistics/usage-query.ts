import { MAX_USAGE_DEVICES, type UsageFigures } from '@manoboard/contract/history/statistics';
import { statisticsCalls } from '@manoboard/contract/history/statistics.calls';
import { keepPreviousData } from '@tanstack/react-query';
import { useFormatter } from 'use-intl';
import { readQuery } from '../../../lib/http/read-query.ts';
import { quantities } from '../../../lib/texts/format.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import type { PeriodDays } from './periods.ts';
import { startsOfDays } from './statistics-query.ts';

/** An hour is counted when it is over. */
const REFRESH_MS = 300_000;

/** What these devices did by day. Of a long list the first ones count. */
export const usageQuery = (days: PeriodDays, timeZone: string, deviceIds: readonly string[]) => {
  const counted = deviceIds.slice(0, MAX_USAGE_DEVICES);
  return {
    ...readQuery(['usage-statistics', null, days, timeZone, counted], statisticsCalls.usageStatistics, {
      query: { start: startsOfDays(days, serverNowS()).map(String), device_id: [...counted] },
    }),
    enabled: counted.length > 0,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  };
};

export type FigureName = keyof UsageFigures;
export const FIGURES = [
  'running_h',
  'kwh',
  'starts',
  'bar',
  'online',
  'alarms',
] as const satisfies FigureName[];

const DIGITS = {
  running_h: 1,
  kwh: quantities.electro_meter.digits,
  starts: 0,
  bar: quantities.pressure.digits,
  alarms: 0,
};
const UNITS = {
  running_h: quantities.motor_operating_hours.unit,
  kwh: quantities.electro_meter.unit,
  starts: '',
  bar: quantities.pressure.unit,
  alarms: '',
};

/** A figure with its unit; a dash is unknown. */
export function useFigureText() {
  const { number } = useFormatter();
  return (name: FigureName, value: number | null): string => {
    if (value === null) return '–';
    if (name === 'online') return number(value, { style: 'percent', maximumFractionDigits: 1 });
    const digits = { minimumFractionDigits: DIGITS[name], maximumFractionDigits: DIGITS[name] };
    return [number(value, digits), UNITS[name]].filter(Boolean).join('\u00a0');
  };
}

/** The rate of alarms: a number of a longer period cannot be compared with one of a shorter. */
export function usePerWeek(days: PeriodDays) {
  const { number } = useFormatter();
  return (count: number) => number((count * 7) / days, { maximumFractionDigits: 1 });
}
