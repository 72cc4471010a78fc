import { beforeEach, expect, it } from 'vitest';
import { session } from '../../lib/http/session.ts';
import { freezeTime, ID, pass } from '../../testing/live-page.tsx';
import { type CommandRequest, findPending, issueCommand } from './pending-commands.ts';

freezeTime();
beforeEach(() => session.begin());

const issue = (send: CommandRequest['send']) =>
  issueCommand({ deviceId: ID, op: 'write', value: 4.3, send, isReported: () => false });
const never = () => new Promise<never>(() => {});

it('R5.6, R3.8 a command without an answer awaits no report, since the session is over', async () => {
  void issue(async () => undefined);
  expect(findPending(ID, 'write')).toMatchObject({ isAwaiting: true });
  await pass(0);
  expect(findPending(ID, 'write')).toMatchObject({ isAwaiting: false, isConfirmed: false });
});

it('a command awaits the report of the board for 7 s after a 200', async () => {
  void issue(async () => ({ status: 'done' }));
  await pass(6900);
  expect(findPending(ID, 'write')).toMatchObject({ isAwaiting: true });
  await pass(200);
  expect(findPending(ID, 'write')).toBeUndefined();
});

it('R1.5 the end of a session removes its pending commands', async () => {
  void issue(never);
  void session.end(async () => undefined);
  expect(findPending(ID, 'write')).toBeUndefined();
  await pass(70_000);
  expect(findPending(ID, 'write')).toBeUndefined();
});
