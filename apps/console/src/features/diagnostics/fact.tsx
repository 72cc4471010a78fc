import type { BasicInfo } from '@manoboard/contract/diagnostics';
import { useFormatter, useTranslations } from 'use-intl';
import { useClock } from '../../lib/clock.ts';
import { quantities, roundAge, useAgeText } from '../../lib/format.ts';
import { Value } from '../../ui/value.tsx';

type Measured = BasicInfo['motor_rpm'];

const MOST_DIGITS = 2;
const digitsOf = (name: string) =>
  Object.hasOwn(quantities, name) ? quantities[name as keyof typeof quantities].digits : undefined;

/** One value as the board reported it, with its unit and its age. */
export function Fact({ name, label, value, unit, ts }: Measured & { name: string; label: string }) {
  const t = useTranslations('common');
  const { number } = useFormatter();
  const ageText = useAgeText();
  const age = useClock((nowS) => (ts === null ? null : roundAge(Math.max(0, nowS - ts))));
  const digits = digitsOf(name);
  const format = { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? MOST_DIGITS };
  return (
    <Value
      size="large"
      label={label}
      text={value === null ? null : number(value, format)}
      unit={unit}
      missing={t('notAvailable')}
      freshness={value === null ? 'never' : 'live'}
      age={age === null ? undefined : ageText(age)}
    />
  );
}
