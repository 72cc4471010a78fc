import type { LockOut } from '@manoboard/contract/command/lock-out';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import { type Message, topicPath } from '@manoboard/contract/mqtt/topics';
import { anInfo, aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from '../../../../test/pump.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let aheadS = 0;
const now = () => Date.now() + aheadS * 1000;
beforeAll(async () => {
  world = await startWorld({ now });
});
afterAll(() => world.stop());

const KEEPS_TAGS = ['start_stop', 'tag', 'retry', 'started'];
type Desired = Message<'cfg/desired'>;

/** A device whose board announces these capabilities, or an older one. */
async function aBoard(cap: string[] = KEEPS_TAGS) {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const path = `/devices/${device.deviceId}/lock-out`;
  const connect = async (boot: number) => {
    const board = await device.connect({ boot });
    const desired: Desired[] = [];
    board.client.on('message', (topic, payload) => {
      if (topic !== topicPath('cfg/desired', device.deviceId)) return;
      const decoded = decodeMessage('cfg/desired', payload);
      if (decoded.ok) desired.push(decoded.message);
    });
    await board.listenToAll();
    await board.publishStatus({ boot });
    const fc = { ...anInfo().fc, id: `FC-${device.deviceId.slice(4)}` };
    await board.publishInfo({ boot, cap, fc });
    await board.publishTele({ d: aReading({ on_off_state_r: 3, frequency_fc: 0 }) });
    const report = (tag: Desired['tag'], more: object = {}) =>
      board.publish('cfg/reported', { v: 1, ver: 0, st: 'applied', ts: 1, tag, ...more });
    return { ...board, desired, report };
  };
  const board = await connect(1);
  return {
    owner,
    device,
    board,
    connect,
    set: (tag: object = { reason: 'výmena ventilu' }) => owner.send('PUT', path, tag),
    remove: () => owner.send('DELETE', path),
    tag: async () => (await owner.get(path)).body as LockOut | null,
    /** Seen by the server once the capabilities are stored. */
    known: () =>
      waitFor(async () => {
        const [row] = await world.db
          .selectFrom('device')
          .where('id', '=', device.id)
          .select('capabilities')
          .execute();
        return row?.capabilities;
      }),
  };
}

const tagsSent = ({ desired }: { desired: Desired[] }) => desired.map(({ tag }) => tag);

describe('R5.10 a board that keeps tags', () => {
  it('gets the tag and a stop, and confirms the tag by its report', async () => {
    const { owner, board, device, set, remove, tag, known } = await aBoard();
    await known();
    const stream = await owner.stream();
    await stream.next('snapshot');
    const until = Math.floor(now() / 1000) + 3600;
    expect((await set({ reason: 'ventil', until })).body).toMatchObject({ unconfirmed: true });
    const wanted = { until, by: `u:${owner.id}` };
    await waitFor(() => tagsSent(board).length > 0);
    expect(board.desired.at(-1)).toEqual({ v: 1, ver: 0, cfg: {}, tag: wanted });
    expect(await board.nextCommand()).toMatchObject({ op: 'start_stop', val: false, by: `u:${owner.id}` });
    expect(await tag()).toMatchObject({ unconfirmed: true });
    await board.report(wanted);
    await stream.next('lock-out', ({ lock_out }) => lock_out !== null && lock_out.unconfirmed === undefined);
    expect(await tag()).not.toHaveProperty('unconfirmed');
    await remove();
    await waitFor(() => tagsSent(board).at(-1) === null);
    expect(await commandsOf(world, device.id)).toHaveLength(1);
    stream.close();
    await board.leave();
  });

  it('gets the tag again when it reports another one, but not when it could not save it', async () => {
    const { board, set, tag, known } = await aBoard();
    await known();
    await set();
    await waitFor(() => tagsSent(board).length === 1);
    await board.report(null);
    await waitFor(() => tagsSent(board).length === 2);
    await board.report(null, { st: 'rejected', reason: 'not_saved' });
    await board.done(await board.nextCommand());
    // By the stop.
    await waitFor(async () => (await tag())?.unconfirmed === undefined);
    expect(tagsSent(board)).toHaveLength(2);
    await board.leave();
  });

  it('that was offline gets the tag and the stop when it connects, and the removal too', async () => {
    const { board, connect, set, remove, tag, known, owner, device } = await aBoard();
    await known();
    await board.leave();
    await waitFor(async () => !((await owner.get('/api-requests/online-devices')).body as string[]).length);
    await set();
    expect(await tag()).toMatchObject({ unconfirmed: true });
    expect(await commandsOf(world, device.id)).toEqual([]);
    const back = await connect(2);
    await waitFor(() => tagsSent(back).length > 0);
    expect(tagsSent(back).at(-1)).toEqual({ until: null, by: `u:${owner.id}` });
    await back.done(await back.nextCommand());
    await waitFor(async () => (await tag())?.unconfirmed === undefined);
    await back.leave();
    await remove();
    const again = await connect(3);
    await waitFor(() => tagsSent(again).length > 0);
    expect(tagsSent(again)).toEqual([null]);
    expect(again.commands).toEqual([]);
    await again.leave();
  });

  it('gets a message when the tag expires', async () => {
    const { board, set, known } = await aBoard();
    await known();
    await set({ reason: 'ventil', until: Math.floor(now() / 1000) + 2 });
    await waitFor(() => tagsSent(board).length > 0);
    aheadS += 3;
    await waitFor(() => tagsSent(board).at(-1) === null);
    await board.leave();
  });
});

describe('R5.10 an older board', () => {
  it('gets a stop and no tag, and the stop confirms the tag', async () => {
    const { board, set, tag, known } = await aBoard(['start_stop']);
    await known();
    await set();
    const stop = await board.nextCommand();
    expect(await tag()).toMatchObject({ unconfirmed: true });
    await board.done(stop);
    await waitFor(async () => (await tag())?.unconfirmed === undefined);
    expect(board.desired).toEqual([]);
    await board.leave();
  });

  it('that refuses the stop leaves the tag unconfirmed', async () => {
    const { board, device, set, tag, known } = await aBoard(['start_stop']);
    await known();
    await set();
    await board.ack(await board.nextCommand(), { st: 'rejected', err: 'not_in_comm_control' });
    await waitFor(async () => (await commandsOf(world, device.id))[0]?.status === 'rejected');
    expect(await tag()).toMatchObject({ unconfirmed: true });
    await board.leave();
  });
});

describe('R5.11 planned starts', () => {
  it('are in the last data until the board says that they are over', async () => {
    const { owner, board, device } = await aBoard();
    const last = async () =>
      ((await owner.get('/actual-data/all-last-data')).body as object[]).find(
        (each) => (each as { device_id: string }).device_id === device.deviceId,
      );
    const reading = aReading({ on_off_state_r: 3, frequency_fc: 0 });
    await board.publishTele({ d: { ...reading, next_try: 1_900_000_000, stopped_for: 'DRY_RUN' } });
    expect(await last()).toMatchObject({ next_try: 1_900_000_000, stopped_for: 'DRY_RUN' });
    expect(await last()).not.toHaveProperty('data.next_try');
    await board.publishTele({ d: { pressure: 1 } });
    expect(await last()).toMatchObject({ next_try: 1_900_000_000, stopped_for: 'DRY_RUN' });
    await board.publishTele({ d: {}, na: ['next_try', 'stopped_for'] });
    expect(await last()).not.toHaveProperty('next_try');
    await board.leave();
  });

  it.each([
    ['end_retries of a board that knows it', KEEPS_TAGS, { op: 'end_retries' }],
    ['a stop of an older one', ['start_stop'], { op: 'start_stop', val: false }],
  ])('are ended by %s', async (_case, cap, expected) => {
    const { owner, board, device, known } = await aBoard(cap);
    await known();
    const ending = owner.post(`/mqtt/${device.deviceId}/end-retries`, { what: 'end', value: true });
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject(expected);
    await board.done(cmd);
    expect(await ending).toMatchObject({ status: 200, body: { op: expected.op, status: 'done' } });
    await board.leave();
  });

  it('can be ended under a lock-out tag', async () => {
    const { owner, board, device, set, known } = await aBoard();
    await known();
    await set();
    await board.done(await board.nextCommand());
    const ending = owner.post(`/mqtt/${device.deviceId}/end-retries`, { what: 'end', value: true });
    await board.done(await board.nextCommand());
    expect((await ending).status).toBe(200);
    await board.leave();
  });
});

describe('R5.11 a start that no command asked for', () => {
  const alertsOf = async (owner: Awaited<ReturnType<World['user']>>) =>
    ((await owner.get('/alerts')).body as { items: { kind: string; severity: string }[] }).items;

  it.each([
    ['is a warning', false, 'warning'],
    ['is an alarm under a tag', true, 'alarm'],
  ])('%s, and is in the timeline with its origin', async (_case, isTagged, severity) => {
    const { owner, board, device, set, known } = await aBoard();
    await known();
    if (isTagged) {
      await set();
      await board.done(await board.nextCommand());
    }
    const ts = Math.floor(now() / 1000);
    const d = { ...aReading({ on_off_state_r: 1 }), by: 'keypad' as const };
    await board.publish('event', {
      v: 1,
      id: `START${ts}${severity === 'alarm' ? 1 : 0}`,
      ts,
      code: 'STARTED',
      st: 'raised',
      sev: 'info',
      d,
    });
    await waitFor(async () => (await alertsOf(owner)).length > 0);
    expect(await alertsOf(owner)).toMatchObject([{ kind: 'started_itself', severity }]);
    const { items } = (await owner.get(`/devices/${device.deviceId}/activity?kind=event`)).body as {
      items: object[];
    };
    expect(items).toMatchObject([{ event: { code: 'STARTED', started_by: 'keypad', cleared_at: ts } }]);
    await board.leave();
  });

  it('is no alert when a command was given', async () => {
    const { owner, board, device, known } = await aBoard(['start_stop']);
    await known();
    await board.publishTele({ d: aReading({ on_off_state_r: 3, frequency_fc: 0 }) });
    const starting = owner.startStop(device.deviceId, true);
    await board.done(await board.nextCommand());
    await starting;
    for (let i = 0; i < 3; i++) await board.publishTele({ d: aReading({ on_off_state_r: 1 }) });
    // Behind it in the queue of the rules.
    await board.publishTele({ d: aReading({ on_off_state_r: 4, fault: 25 }) });
    await waitFor(async () => (await alertsOf(owner)).length > 0);
    expect((await alertsOf(owner)).map(({ kind }) => kind)).not.toContain('started_itself');
    await board.leave();
  });

  it('is an alert of frames alone for a board that does not report starts', async () => {
    const { owner, board, known } = await aBoard(['start_stop']);
    await known();
    await board.publishTele({ d: aReading({ on_off_state_r: 3, frequency_fc: 0 }) });
    for (let i = 0; i < 3; i++) await board.publishTele({ d: aReading({ on_off_state_r: 1 }) });
    await waitFor(async () => (await alertsOf(owner)).some(({ kind }) => kind === 'started_itself'));
    await board.leave();
  });
});
