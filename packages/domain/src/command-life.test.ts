import { CommandStatus } from '@manoboard/contract/command';
import { describe, expect, it } from 'vitest';
import { expiresAt, isFinal } from './command-life.ts';

const OPEN = ['created', 'published', 'accepted'] as const satisfies CommandStatus[];
const FINAL = ['done', 'rejected', 'failed', 'expired', 'timeout'] as const satisfies CommandStatus[];

it('contract.md 2: start and stop expire after 10 s', () => expect(expiresAt('start_stop', 1000)).toBe(1010));

describe('the life of a command (contract.md 1.2)', () => {
  it('every status is either open or final', () =>
    expect([...OPEN, ...FINAL].sort()).toEqual([...CommandStatus.options].sort()));

  it.each(OPEN)('%s is not the end', (status) => expect(isFinal(status)).toBe(false));
  it.each(FINAL)('%s is the end', (status) => expect(isFinal(status)).toBe(true));
});
