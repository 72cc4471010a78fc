import type { Command } from '@manoboard/contract/command/command';
import { anAck } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { endingOf } from './outcome.ts';

const requested = { payload: { op: 'start_stop', val: true } } as const;
const command = { old_value: null, published_at: null } as Command;

it.each([
  ['a board that refuses as busy during an update', true, 'UPDATE_RUNNING'],
  ['a board that refuses as busy without an update', false, 'REJECTED'],
] as const)('contract 1.2: %s', (_case, isUpdating, problem) => {
  const ack = anAck({ st: 'rejected', err: 'busy' });
  expect(endingOf(requested, ack, command, { at: new Date(), isUpdating })).toMatchObject({
    status: 'rejected',
    error: 'busy',
    problem,
    more: { reason: 'busy' },
  });
});
