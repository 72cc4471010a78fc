import { CommandStatus } from '@manoboard/contract/command';
import { COMMAND_OPS } from '@manoboard/contract/command-ops';
import type { Ack } from '@manoboard/contract/topics';
import { describe, expect, it } from 'vitest';
import { afterAck, expiresAt, isFinal } from './command-life.ts';

const ack = (st: Ack['st']): Ack => ({ v: 1, id: '01HV3B5Z8Q2M4N6P', st, ts: 1 });
const ACKS = ['accepted', 'done', 'rejected', 'failed', 'expired'] as const satisfies Ack['st'][];
const OPEN = ['created', 'published', 'accepted'] as const satisfies CommandStatus[];
const FINAL = ['done', 'rejected', 'failed', 'expired', 'timeout'] as const satisfies CommandStatus[];

it.each(COMMAND_OPS.map((op) => [op, op === 'start_stop' || op === 'set_lock' ? 10 : 60] as const))(
  'contract.md 2: %s expires after %i s',
  (op, lifeS) => expect(expiresAt(op, 1000)).toBe(1000 + lifeS),
);

describe('the life of a command (contract.md 1.2)', () => {
  it('every status is either open or final', () =>
    expect([...OPEN, ...FINAL].sort()).toEqual([...CommandStatus.options].sort()));

  it.each(OPEN)('%s is not the end', (status) => expect(isFinal(status)).toBe(false));
  it.each(FINAL)('%s is the end', (status) => expect(isFinal(status)).toBe(true));

  it.each(OPEN.flatMap((status) => ACKS.map((st) => [status, st] as const)))(
    '%s, then the board says %s',
    (status, st) => expect(afterAck(status, ack(st))).toBe(st),
  );

  it.each(FINAL.flatMap((status) => ACKS.map((st) => [status, st] as const)))(
    'exactly one final state: %s stays, whatever comes later (%s)',
    (status, st) => expect(afterAck(status, ack(st))).toBe(status),
  );
});
