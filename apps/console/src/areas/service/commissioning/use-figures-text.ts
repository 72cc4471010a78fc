import type { CommissioningFigures, CommissioningStep } from '@manoboard/contract/device/commissioning';
import { useFormatter, useTranslations } from 'use-intl';

/** The number of a figure; an absent one gives no text. */
function useNumbers() {
  const { number } = useFormatter();
  return (value: number | undefined, digits: number) =>
    value === undefined
      ? undefined
      : number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** What a step has measured, as one line; undefined before it has. */
export function useFiguresText() {
  const t = useTranslations('commissioning.result');
  const tSelfStart = useTranslations('commissioning.selfStart');
  const text = useNumbers();
  const of: Record<CommissioningStep['name'], (figures: CommissioningFigures) => (string | undefined)[]> = {
    card: () => [t('card')],
    self_start: ({ self_start, self_starts = [] }) => [
      self_start && tSelfStart(`long.${self_start}`),
      ...self_starts.map(({ label, value }) => (value === null ? undefined : `${label} = ${text(value, 0)}`)),
    ],
    rotation: ({ rise_bar, hz }) =>
      rise_bar === undefined ? [] : [t('rotation', { rise: text(rise_bar, 2) ?? '', hz: text(hz, 1) ?? '' })],
    sensor: ({ bar, noise_bar, manometer_bar, offset_bar }) =>
      bar === undefined
        ? []
        : [
            t('sensor', { bar: text(bar, 2) ?? '', noise: text(noise_bar, 3) ?? '' }),
            offset_bar === undefined
              ? undefined
              : t('offset', { manometer: text(manometer_bar, 2) ?? '', offset: text(offset_bar, 2) ?? '' }),
          ],
    level: ({ level_m }) => [
      level_m === undefined ? undefined : t('level', { level: text(level_m, 1) ?? '' }),
    ],
    closed_valve: ({ no_flow_w, points, low_hz, high_hz, spread, no_flow_bar }) =>
      no_flow_w === undefined
        ? []
        : [
            t('closed_valve', {
              w: text(no_flow_w, 0) ?? '',
              n: points ?? 0,
              low: text(low_hz, 0) ?? '',
              high: text(high_hz, 0) ?? '',
              spread: text(100 * (spread ?? 0), 1) ?? '',
            }),
            no_flow_bar === undefined ? undefined : t('noFlowBar', { bar: text(no_flow_bar, 1) ?? '' }),
          ],
    open_tap: ({ w, hz, bar, flow_lpm, flow_error_lpm }) =>
      w === undefined
        ? []
        : [
            t('open_tap', { w: text(w, 0) ?? '', hz: text(hz, 1) ?? '', bar: text(bar, 2) ?? '' }),
            flow_lpm === undefined
              ? undefined
              : t('flow', { lpm: text(flow_lpm, 0) ?? '', error: text(flow_error_lpm, 0) ?? '' }),
          ],
    hold: ({ sleeps, wakes, deviation_bar }) => [
      t('hold', { sleeps: sleeps ?? 0, wakes: wakes ?? 0 }),
      deviation_bar === undefined ? undefined : t('deviation', { bar: text(deviation_bar, 2) ?? '' }),
    ],
  };
  return ({ name, result }: CommissioningStep): string | undefined =>
    result
      ? of[name](result.figures)
          .filter((part) => part !== undefined)
          .join(', ') || undefined
      : undefined;
}
