import { describe, expect, it } from 'vitest';
import { alertGroup } from './alert-group.ts';

const alarm = { severity: 'alarm', isResolved: false, isCleared: false, isShelved: false } as const;

describe('R7.4 the group of an alert', () => {
  it.each([
    ['a lasting alarm', {}, 'harm'],
    ['a shelved alarm', { isShelved: true }, 'look'],
    ['a cleared alarm that nobody has resolved', { isCleared: true }, 'look'],
    ['a resolved alarm whose cause lasts', { isResolved: true }, 'over'],
    ['a lasting warning', { severity: 'warning' }, 'look'],
    ['a shelved warning', { severity: 'warning', isShelved: true }, 'look'],
    ['a cleared warning', { severity: 'warning', isCleared: true }, 'over'],
    ['a resolved warning', { severity: 'warning', isResolved: true }, 'over'],
  ] as const)('%s', (_, change, group) => expect(alertGroup({ ...alarm, ...change })).toBe(group));
});
