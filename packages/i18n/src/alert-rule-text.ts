import { byLocale, type Locale } from '@manoboard/contract/locales';
import type { Messages } from './messages.ts';
import { translatorOf } from './translator.ts';

type AlertRuleKind = keyof Messages['alertRule'];

/** The name of a kind in each language. */
export const alertTitles = (kind: AlertRuleKind) =>
  byLocale((locale) => translatorOf(locale)(`alertRule.${kind}.title`));

/** Likely causes, the most likely first. */
const CAUSES = ['first', 'second', 'third'] as const;

/** The texts of a rule, with the numbers of the device and those that were measured when the alert was raised. */
export function alertRuleText(
  kind: AlertRuleKind,
  locale: Locale,
  numbers: Readonly<Record<string, number>>,
) {
  const t = translatorOf(locale);
  const afterMin = Math.round((numbers.afterS ?? 0) / 6) / 10;
  return {
    title: t(`alertRule.${kind}.title`),
    rule: t(`alertRule.${kind}.rule`, { ...numbers, afterMin }),
    causes: CAUSES.map((place) => t(`alertRule.${kind}.causes.${place}`)),
    next: t(`alertRule.${kind}.next`),
  };
}
