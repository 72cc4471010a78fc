import type { EnergyCurrency, EnergyPeriod, EnergyStep } from '@manoboard/contract/history/energy';
import { useFormatter, useTranslations } from 'use-intl';

/** A dash: unknown is not 0. */
const UNKNOWN = '–';

export const METRICS = ['kwh', 'running_h', 'starts', 'cost'] as const;
export type Metric = (typeof METRICS)[number];

/** Two digits where it matters; an hour of a pump is a part of a kWh. */
const digitsOf = (kwh: number) => (Math.abs(kwh) < 10 ? 2 : 1);

const DATES = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'numeric' },
  week: { day: 'numeric', month: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<EnergyStep, Intl.DateTimeFormatOptions>;
const PERIODS = {
  day: { weekday: 'long', day: 'numeric', month: 'numeric', year: 'numeric' },
  week: { day: 'numeric', month: 'numeric', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
} as const satisfies Record<EnergyPeriod, Intl.DateTimeFormatOptions>;

/** Values with their units, and times, in the language and zone of the page. */
export function useEnergyFormat(currency: EnergyCurrency) {
  const { number, dateTime, dateTimeRange } = useFormatter();
  const t = useTranslations('energy');
  const fixed = (value: number, digits: number) =>
    number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const known = (value: number | null, text: (value: number) => string) =>
    value === null ? UNKNOWN : text(value);
  const duration = (hours: number) => {
    // Minutes of a hundred hours say nothing.
    if (hours >= 100) return number(Math.round(hours));
    const minutes = Math.round(hours * 60);
    return `${number(Math.floor(minutes / 60))}:${`${minutes % 60}`.padStart(2, '0')}`;
  };
  const money = (value: number) => number(value, { style: 'currency', currency });
  const units: Record<Metric, string> = { kwh: 'kWh', running_h: 'h', starts: '', cost: '' };
  const plain: Record<Metric, (value: number) => string> = {
    kwh: (value) => fixed(value, digitsOf(value)),
    running_h: duration,
    starts: (value) => number(value, { maximumFractionDigits: 0 }),
    cost: money,
  };
  return {
    /** Without the unit. */
    value: (metric: Metric, value: number | null) => known(value, plain[metric]),
    unit: (metric: Metric) => units[metric],
    withUnit: (metric: Metric, value: number | null) =>
      known(value, (of) => [plain[metric](of), units[metric]].filter(Boolean).join(' ')),
    money,
    /** Prices per kWh have more digits than sums. */
    price: (value: number) =>
      t('perKwh', {
        price: number(value, {
          style: 'currency',
          currency,
          minimumFractionDigits: 4,
          maximumFractionDigits: 4,
        }),
      }),
    fixed: (value: number | null, digits: number) => known(value, (of) => fixed(of, digits)),
    /** A little is not nothing, and nearly all is not all. */
    percent(share: number) {
      const whole = (of: number) => number(of, { style: 'percent', maximumFractionDigits: 0 });
      if (share > 0 && share < 0.01) return `< ${whole(0.01)}`;
      return share < 1 && share > 0.99 ? whole(0.99) : whole(share);
    },
    bucket: (step: EnergyStep, seconds: number) => dateTime(seconds * 1000, DATES[step]),
    /** Begins a sentence. */
    period: (period: EnergyPeriod, from: number, to: number) => {
      const text =
        period === 'week'
          ? dateTimeRange(from * 1000, to * 1000 - 1, PERIODS.week)
          : dateTime(from * 1000, PERIODS[period]);
      return text.charAt(0).toLocaleUpperCase() + text.slice(1);
    },
    moment: (seconds: number) => dateTime(seconds * 1000, { dateStyle: 'medium', timeStyle: 'short' }),
  };
}
export type EnergyFormat = ReturnType<typeof useEnergyFormat>;
