import { EnergyPeriod } from '@manoboard/contract/history/energy';
import { DAY_MS } from '@manoboard/domain/time';

/** What the page shows: a period by one of its days, or its printed report. */
export interface EnergyView {
  kind: 'figures' | 'report';
  period: EnergyPeriod;
  /** `YYYY-MM-DD`; missing: the present period. */
  date?: string | undefined;
}

const PATTERN = /^(report-)?(day|week|month|year)(?:\.(20\d\d-\d\d-\d\d))?$/;

/** From the address; anything else is the present month. */
export function readView(text: string | undefined): EnergyView {
  const [, report, period, date] = PATTERN.exec(text ?? '') ?? [];
  const known = EnergyPeriod.safeParse(period);
  return {
    kind: report ? 'report' : 'figures',
    period: known.success ? known.data : 'month',
    date,
  };
}

export const viewText = ({ kind, period, date }: EnergyView) =>
  `${kind === 'report' ? 'report-' : ''}${period}${date ? `.${date}` : ''}`;

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A day of the period that is `count` periods later. */
export function shiftDate(period: EnergyPeriod, date: string, count: number): string {
  const day = new Date(Date.parse(date));
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  if (period === 'year') return textOf(Date.UTC(year + count, 0));
  if (period === 'month') return textOf(Date.UTC(year, month + count));
  return textOf(day.getTime() + count * (period === 'week' ? 7 : 1) * DAY_MS);
}
