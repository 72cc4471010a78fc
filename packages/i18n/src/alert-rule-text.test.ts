import { AlertKind, RuleKind } from '@manoboard/contract/alert/kinds';
import { LOCALES } from '@manoboard/contract/locales';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';

import { numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { expect, it } from 'vitest';
import { alertRuleText } from './alert-rule-text.ts';
import { texts } from './texts.ts';
import { translatorOf } from './translator.ts';

it('R1.1 every kind of alert has texts, and no text is left over', () =>
  expect(Object.keys(texts.sk.alertRule).sort()).toEqual([...AlertKind.options].sort()));

it.each(RuleKind.options)('%s: the rule in words has all of its numbers in every language', (kind) => {
  const { thresholds } = alertRules[kind];
  for (const locale of LOCALES) {
    const given = numbersOf(kind, thresholds, {});
    const { title, rule, causes, next } = alertRuleText(kind, locale, given);
    for (const text of [title, rule, next, ...causes]) expect(text).not.toMatch(/alertRule|[{}]|NaN/);
    expect(causes).toHaveLength(3);
  }
});

it('the rule of an offline board gives its delay in minutes', () => {
  expect(alertRuleText('board_offline', 'gb', { afterS: 300 }).rule).toContain('5 min');
  expect(alertRuleText('board_offline', 'sk', { afterS: 90 }).rule).toContain('1,5 min');
});

it.each([
  [
    'behaves_differently',
    { metric: 0, usual: 80, now: 151, others: 0 },
    'Štarty za deň: zvyčajne 80, teraz 151.',
  ],
  [
    'behaves_differently',
    { metric: 3, usual: 0.32, now: 0.4, others: 2 },
    'zvyčajne 0,32 kWh, teraz 0,4 kWh.',
  ],
  [
    'register_drift',
    { group: 1, index: 20, expected: 2.5, found: 30, others: 2 },
    'Parameter P01.20 meniča má hodnotu 30, predtým 2,5. Zmena nebola zapísaná odtiaľto. Zmenili sa aj 2 ďalšie parametre.',
  ],
  [
    'site_outage',
    { cause: 1, minutes: 7, devices: 1 },
    'Server nebežal 7 min. Stav 1 zariadenia nie je známy.',
  ],
  ['site_outage', { cause: 2, minutes: 1, devices: 40 }, 'Stav 40 zariadení nie je známy.'],
] as const)('%s: the text names the cause and the figures of %j', (kind, numbers, expected) => {
  expect(translatorOf('sk')(`alertHappened.${kind}`, numbers)).toContain(expected);
  expect(translatorOf('gb')(`alertHappened.${kind}`, numbers)).not.toMatch(/alertHappened|[{}]|NaN/);
});
