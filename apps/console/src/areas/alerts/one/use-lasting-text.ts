import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { useFormatter } from 'use-intl';

/** 21 min, 5 h, 3 dni: as exact as a person says it. */
export function useLastingText() {
  const { number } = useFormatter();
  return (seconds: number) => {
    if (seconds < HOUR_S)
      return number(Math.max(1, Math.floor(seconds / 60)), {
        style: 'unit',
        unit: 'minute',
        unitDisplay: 'short',
      });
    if (seconds < 2 * DAY_S)
      return number(Math.floor(seconds / HOUR_S), { style: 'unit', unit: 'hour', unitDisplay: 'short' });
    return number(Math.floor(seconds / DAY_S), { style: 'unit', unit: 'day', unitDisplay: 'long' });
  };
}
