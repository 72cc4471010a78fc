import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';

import { HOUR_S, MINUTE_S } from '@manoboard/domain/time';
import { useFormatter, useTranslations } from 'use-intl';

/** The numbers of a rule; how long a condition or its end must last comes last. */
export const numbersFirst = (kind: RuleKind) =>
  Object.entries(alertRules[kind].thresholds).sort(
    ([, a], [, b]) => Number(a.unit === 's') - Number(b.unit === 's'),
  );

/** Shorter times are in the smaller unit. */
const LONG = 2;

/** Numbers of rules with their units, and times. */
export function useRuleFormat() {
  const t = useTranslations('rules');
  const { number, dateTime } = useFormatter();
  const rounded = (value: number) => number(value, { maximumFractionDigits: 1 });

  function duration(seconds: number): string {
    if (seconds === 0) return t('atOnce');
    if (seconds < LONG * MINUTE_S) return `${rounded(seconds)} s`;
    if (seconds < 10 * MINUTE_S) return `${rounded(seconds / MINUTE_S)} min`;
    if (seconds < LONG * HOUR_S) return `${number(Math.round(seconds / MINUTE_S))} min`;
    return `${rounded(seconds / HOUR_S)} h`;
  }
  function value(kind: RuleKind, name: string, amount: number): string {
    const unit = alertRules[kind].thresholds[name]?.unit ?? '';
    if (unit === 's') return duration(amount);
    if (unit === '/h') return t('perHour', { n: amount });
    if (unit === '/d') return t('perDay', { n: amount });
    if (unit === ':00') return `${amount}:00`;
    return `${rounded(amount)} ${unit}`;
  }
  return {
    duration,
    value,
    rounded,
    /** What the number means, before its value. */
    label: (kind: RuleKind, name: string) =>
      t(`number.${kind === 'meter_jump' && name === 'hours' ? 'jumpHours' : (name as 'afterS')}`),
    day: (seconds: number) => dateTime(seconds * 1000, { day: 'numeric', month: 'numeric' }),
    moment: (seconds: number) =>
      dateTime(seconds * 1000, { day: 'numeric', month: 'numeric', hour: '2-digit', minute: '2-digit' }),
  };
}
export type RuleFormat = ReturnType<typeof useRuleFormat>;
