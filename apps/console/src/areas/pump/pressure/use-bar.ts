import { useFormatter } from 'use-intl';
import { quantities } from '../../../lib/texts/format.ts';

const { digits, unit } = quantities.required_pressure;
export const BAR = unit;

/** R1.9b: 4,2 in Slovak, 4.2 in English. */
export function useBarNumber() {
  const { number } = useFormatter();
  return (bar: number) => number(bar, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function useBar() {
  const number = useBarNumber();
  return (bar: number) => `${number(bar)}\u00a0${unit}`;
}
