import type { BasicInfo } from '@manoboard/contract/device/diagnostics';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { useFormatter, useTranslations } from 'use-intl';
import { freshnessOf } from '../../../device/device-view.ts';
import { useDevice } from '../../../device/use-device.ts';
import { quantities, roundAge, useValueAge } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Value } from '../../../ui/value.tsx';

type Measured = BasicInfo['motor_rpm'];

const MOST_DIGITS = 2;
const digitsOf = (name: string) =>
  Object.hasOwn(quantities, name) ? quantities[name as keyof typeof quantities].digits : undefined;

/** R6.1 */
export const POLL_MS = 6000;

interface Props extends Measured {
  deviceId: string;
  name: ReadingField;
  label: string;
  /** The meaning of a code, shown beside the code. */
  codeText?: string | undefined;
}

/** One reported value with its unit and age. */
export function Fact({ deviceId, name, label, value, unit, ts, codeText }: Props) {
  const t = useTranslations();
  const { number } = useFormatter();
  const valueAge = useValueAge();
  const age = useClock((nowS) => (ts === null ? null : roundAge(Math.max(0, nowS - ts))));
  const isLive = useDevice(deviceId, (view) => freshnessOf(view, name, ts, POLL_MS) === 'live');
  const freshness = isLive ? 'live' : 'stale';
  const digits = digitsOf(name);
  const format = { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? MOST_DIGITS };
  return (
    <Value
      size="large"
      isWord={codeText !== undefined}
      label={label}
      text={value === null ? null : (codeText ?? number(value, format))}
      unit={codeText === undefined ? unit : t('diagnostics.code', { code: value ?? '' })}
      missing={t('common.notAvailable')}
      freshness={value === null ? 'never' : freshness}
      {...(age !== null && valueAge(age, freshness))}
    />
  );
}
