import { describe, expect, it } from 'vitest';
import { firstStep } from './first-step.ts';

const open = { kind: 'leak', code: 'LEAK', isOpen: true, isCleared: false, fault: 0 } as const;

describe('R7.4 R5.11 the first step of an alert', () => {
  it.each([
    ['a stop of the board', { kind: 'dry_run', code: 'DRY_RUN' }, 'retry'],
    ['a cleared stop, whose retry may still be planned', { code: 'DRY_RUN', isCleared: true }, 'retry'],
    ['a resolved stop', { code: 'DRY_RUN', isOpen: false }, 'none'],
    ['a trip of the converter', { kind: 'drive_fault', code: 'FC_FAULT', fault: 11 }, 'reset'],
    ['an under-voltage without a trip', { kind: 'under_voltage', code: 'UNDER_VOLTAGE' }, 'none'],
    ['a trip that is over', { code: 'FC_FAULT', fault: 11, isCleared: true }, 'none'],
    ['a silent board', { kind: 'board_offline', code: 'BOARD_OFFLINE' }, 'call'],
    ['a leak', {}, 'none'],
  ] as const)('%s', (_, change, expected) => expect(firstStep({ ...open, ...change })).toBe(expected));
});
