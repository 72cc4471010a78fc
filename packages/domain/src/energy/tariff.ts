import type { Zone } from '../time-zone.ts';
import { hourOf, weekdayOf } from './period.ts';

export interface Tariff {
  /** Per kWh; without it there is no cost. */
  price: number | null;
  /** Per kWh in the low hours; without it there is one rate. */
  low_price: number | null;
  /** Hours of the low rate by weekday, Monday first. Bit 0 is the hour from 0:00. */
  low_hours: readonly number[];
}

export const isLowHour = ({ low_hours }: Pick<Tariff, 'low_hours'>, weekday: number, hour: number) =>
  (((low_hours[weekday] ?? 0) >> hour) & 1) === 1;

/** Whether the low rate applies at a moment, by the clock on the wall. */
export const lowRateOf =
  (tariff: Tariff, zone: Zone) =>
  (ms: number): boolean => {
    if (tariff.low_price === null) return false;
    const wallMs = zone.wallOf(ms);
    return isLowHour(tariff, weekdayOf(wallMs), hourOf(wallMs));
  };

export const costOf = ({ price, low_price }: Tariff, kwh: number, lowKwh: number): number | null =>
  price === null ? null : (kwh - lowKwh) * price + lowKwh * (low_price ?? price);

/** Slovak grid, between the 103 and 118 g CO₂e/kWh that Low-Carbon Power gives for 2023 (lowcarbonpower.org). */
export const DEFAULT_CO2_G = 110;
