import { aCommand } from '@manoboard/testkit/factories';
import { beforeEach, expect, it } from 'vitest';
import { session } from '../../lib/http/session.ts';
import { freezeTime, ID, measured, pass, T } from '../../testing/live-page.tsx';
import { liveStore } from '../live/live.ts';
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

it('the value that the board reported before the click does not confirm a command', async () => {
  const frame = measured({ pressure: 4 });
  liveStore.writeLastData(frame);
  void issueCommand({
    deviceId: ID,
    op: 'write',
    value: 4,
    send: never,
    isReported: ({ last }) => last?.data.pressure === 4,
  });
  liveStore.writeCommand(aCommand({ device_id: ID, status: 'accepted' }));
  await pass(20);
  expect(findPending(ID, 'write')).toMatchObject({ isAwaiting: true, isConfirmed: false });
  liveStore.writeLastData(measured({ pressure: 4 }, { ts: T + 1, received_at: T + 1 }));
  await pass(20);
  expect(findPending(ID, 'write')).toMatchObject({ isAwaiting: false, isConfirmed: true });
});
