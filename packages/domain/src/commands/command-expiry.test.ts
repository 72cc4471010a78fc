import { CommandStatus } from '@manoboard/contract/command/command';
import { COMMAND_OPS } from '@manoboard/contract/mqtt/command-ops';
import { describe, expect, it } from 'vitest';
import { expiresAt, isFinal } from './command-expiry.ts';

const OPEN = ['created', 'published', 'accepted'] as const satisfies CommandStatus[];
const FINAL = ['done', 'rejected', 'failed', 'expired', 'timeout'] as const satisfies CommandStatus[];

const SHORT: readonly string[] = ['start_stop', 'set_lock', 'end_retries'];

it.each(COMMAND_OPS.map((op) => [op, SHORT.includes(op) ? 10 : 60] as const))(
  'protocol.md, Commands: %s expires after %i s',
  (op, lifeS) => expect(expiresAt(op, 1000)).toBe(1000 + lifeS),
);

describe('the final status of a command (commands.md, Steps)', () => {
  it('every status is either open or final', () =>
    expect([...OPEN, ...FINAL].sort()).toEqual([...CommandStatus.options].sort()));

  it.each(OPEN)('%s is not final', (status) => expect(isFinal(status)).toBe(false));
  it.each(FINAL)('%s is final', (status) => expect(isFinal(status)).toBe(true));
});
