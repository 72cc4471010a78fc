import type { LoggedCommand } from '@manoboard/testkit/command-log';
import { aCmd } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { judge } from './judge.ts';
import type { CommandRecord } from './ledger.ts';

const cmd = aCmd();
const record = (change: Partial<CommandRecord> = {}): CommandRecord => ({
  cmd,
  fault: 'none',
  executions: 1,
  isShown: true,
  ...change,
});
const logged = (change: Partial<LoggedCommand> = {}): LoggedCommand => ({
  id: cmd.id,
  status: 'done',
  isFinished: true,
  isPublished: true,
  ends: 1,
  ...change,
});
const verdict = (what: CommandRecord | undefined, command: LoggedCommand) => {
  const records = new Map(what ? [[cmd.id, what]] : []);
  const { falseDone, notEndedOnce, executedTwice } = judge([{ ledger: { records } }], [command], 0);
  return {
    falseDone: falseDone.length,
    notEndedOnce: notEndedOnce.length,
    executedTwice: executedTwice.length,
  };
};
const none = { falseDone: 0, notEndedOnce: 0, executedTwice: 0 };

it.each([
  ['done and shown', record(), logged(), none],
  ['done, and the drive was never written', record({ executions: 0 }), logged(), { ...none, falseDone: 1 }],
  [
    'done, and the drive shows something else',
    record({ isShown: false }),
    logged(),
    { ...none, falseDone: 1 },
  ],
  ['done, and no board has it', undefined, logged(), { ...none, falseDone: 1 }],
  ['a timeout of an executed command is allowed', record(), logged({ status: 'timeout' }), none],
  [
    'still open',
    record(),
    logged({ status: 'published', isFinished: false, ends: 0 }),
    { ...none, notEndedOnce: 1 },
  ],
  ['ended twice', record(), logged({ ends: 2 }), { ...none, notEndedOnce: 1 }],
  ['executed twice', record({ executions: 2 }), logged({ status: 'timeout' }), { ...none, executedTwice: 1 }],
])('contract 1.2: %s', (_case, what, command, expected) => expect(verdict(what, command)).toEqual(expected));
