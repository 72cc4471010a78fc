import { AlertKind } from '@manoboard/contract/nouns/alert';
import { alertRules } from '@manoboard/domain/alerts/rules/evaluate';
import { ALERT_KINDS } from '@manoboard/domain/alerts/rules/kinds';
import { newMemory } from '@manoboard/domain/alerts/rules/memory';
import { numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { expect, it } from 'vitest';
import { alertRuleText } from './alert-rule-text.ts';
import { texts } from './texts.ts';

it('R1.1 every kind of alert has texts, and no text is left over', () =>
  expect(Object.keys(texts.sk.alertRule).sort()).toEqual([...AlertKind.options].sort()));

it.each(ALERT_KINDS)('%s: the rule in words has all of its numbers in both languages', (kind) => {
  const { thresholds, numbers } = alertRules[kind];
  const facts = { atMs: 0, sample: { atMs: 0, values: {} }, memory: newMemory(), open: new Set<never>() };
  for (const locale of ['sk', 'gb'] as const) {
    const given = { ...numbersOf(kind, thresholds, {}), ...numbers?.(facts) };
    const { title, rule, causes, next } = alertRuleText(kind, locale, given);
    for (const text of [title, rule, next, ...causes]) expect(text).not.toMatch(/alertRule|[{}]|NaN/);
    expect(causes).toHaveLength(3);
  }
});

it('the rule of an offline board gives its delay in minutes', () => {
  expect(alertRuleText('board_offline', 'gb', { afterS: 300 }).rule).toContain('5 min');
  expect(alertRuleText('board_offline', 'sk', { afterS: 90 }).rule).toContain('1,5 min');
});
