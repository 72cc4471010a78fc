import { expect, it } from 'vitest';
import { lockOf } from './control-mode.ts';

it.each([
  [0, 'unlocked'],
  [2, 'locked'],
  [1, 'unknown'],
  [3, 'unknown'],
  [null, 'unknown'],
] as const)('R5.2 modbus %s is %s', (modbus, expected) => expect(lockOf({ modbus })).toBe(expected));
