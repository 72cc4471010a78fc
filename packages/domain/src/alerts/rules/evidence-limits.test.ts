import { RuleKind } from '@manoboard/contract/alert/kinds';
import { expect, it } from 'vitest';
import { alertRules } from './alert-rules.ts';
import { evidenceLimits } from './evidence-limits.ts';

import { numbersOf } from './settings.ts';

it.each([
  ['dry_run', {}, [{ field: 'pressure', value: 0.5 }]],
  ['under_voltage', { limit: 240 }, [{ field: 'bus_voltage', value: 240 }]],
  [
    'pressure_off',
    { required: 4, bar: 1 },
    [
      { field: 'pressure', value: 3 },
      { field: 'pressure', value: 5 },
    ],
  ],
  ['pressure_off', { bar: 1 }, []],
  ['weak_wifi', {}, []],
  ['behaves_differently', { score: 3 }, []],
] as const)('%s with %j has the limits of its rule', (kind, numbers, expected) =>
  expect(evidenceLimits(kind, numbers)).toEqual(expected),
);

it.each(RuleKind.options)('%s: limits are of fields that its graph shows', (kind) => {
  const { evidence, thresholds } = alertRules[kind];
  const limits = evidenceLimits(kind, { ...numbersOf(kind, thresholds, {}), required: 4 });
  for (const { field } of limits) expect(evidence.fields).toContain(field);
});
