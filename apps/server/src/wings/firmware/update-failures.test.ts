import { aRelease } from '@manoboard/testkit/signed-firmware';
import { waitFor } from '@manoboard/testkit/wait-for';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { START_MS, startFirmwareWorld } from '../../../test/firmware-world.ts';
import { createMemoryBus } from '../../bus/bus.ts';
import { createOutbox } from '../../outbox/outbox.ts';
import { createRunningUpdates } from '../../state/running-updates.ts';
import { createUpdates } from './updates.service.ts';

type Place = Awaited<ReturnType<typeof startFirmwareWorld>>;
type House = Awaited<ReturnType<Place['aHouse']>>;

const { manifest } = aRelease().head;
let place: Place;
let owner: House['owner'];
let device: House['device'];
let board: House['client'];
let ota: House['ota'];
beforeAll(async () => {
  place = await startFirmwareWorld();
});
afterAll(() => place.stop());
beforeEach(async () => {
  ({ owner, device, client: board, ota } = await place.aHouse());
});
afterEach(() => board.leave());

const begin = (version = '1.5.0', of = device) => place.begin(owner, of, version);
const lastOf = (of = device, by: Parameters<Place['lastOf']>[0] = owner) => place.lastOf(by, of);
const again = () => place.again(owner);

describe('R4.2 failure', () => {
  it.each([
    ['FAILED', 'bad_hash'],
    ['ROLLED_BACK', 'unhealthy'],
  ] as const)('%s ends the update with its reason, and the job is cleared', async (st, err) => {
    await begin();
    await ota.publishState('DOWNLOADING', { n: 5 });
    await ota.publishState(st, { err });
    expect(await lastOf()).toMatchObject({
      status: st,
      error: err,
      percent: 90,
      is_ended: true,
      is_success: false,
    });
    await ota.takenBack();
  });

  it('R5.7 the audit log has the user who started the update, and its end', async () => {
    await begin();
    await ota.publishState('FAILED', { err: 'wrong_hw' });
    const rows = await place.world.db.selectFrom('audit').select('entry').orderBy('seq').execute();
    const entries = rows
      .map(({ entry }) => JSON.parse(entry))
      .filter(({ change }) => change?.device_id === device.deviceId);
    const fields = [{ field: 'version', old: '1.4.2', new: '1.5.0' }];
    expect(entries).toMatchObject([
      { event: 'asked', change: { kind: 'firmware', by: { user_id: owner.id, role: 'owner' }, fields } },
      { event: 'ended', change: { status: 'failed', reason: 'wrong_hw' } },
    ]);
  });

  it('R5.7 the audit log has updates that were refused by the policy or by the server', async () => {
    const stranger = await place.world.user();
    await place.begin(stranger, device, '1.5.0');
    await begin('9.9.9');
    const rows = await place.world.db.selectFrom('audit').select('entry').orderBy('seq').execute();
    const entries = rows.map(({ entry }) => JSON.parse(entry)).filter(({ event }) => event === 'refused');
    expect(entries.slice(-2)).toMatchObject([
      { firmware: { device: device.deviceId, code: 'DEVICE_NOT_FOUND', user: stranger.id } },
      { firmware: { device: device.deviceId, code: 'FIRMWARE_DOES_NOT_FIT', user: owner.id } },
    ]);
  });

  it('a report of UPDATED with an error does not end the update', async () => {
    await begin();
    for (let n = 0; n < 5; n++) await ota.publishState('UPDATED', { err: 'cancelled' });
    expect(await lastOf()).toMatchObject({ is_ended: false, is_success: false });
  });

  it('the update names the user who started it without their e-mail', async () => {
    await begin();
    expect((await lastOf())?.started_by).not.toContain('@');
  });

  it('a failed update of one board leaves the update of another running', async () => {
    const other = await place.world.enrol(owner.id);
    const { client, ota: otherOta } = await place.bootBoard(other);
    await begin();
    await begin('1.5.0', other);
    await ota.publishState('FAILED', { err: 'wrong_hw' });
    await otherOta.publishState('DOWNLOADING', { n: 1 });
    expect(await lastOf()).toMatchObject({ is_ended: true });
    expect(await lastOf(other)).toMatchObject({ status: 'DOWNLOADING', is_ended: false });
    await client.leave();
  });

  it('a retry clears the earlier job first, and reports of the earlier attempt do not end it', async () => {
    await begin();
    await ota.publishState('DOWNLOADING', { n: 1 });
    await ota.publishState('FAILED', { err: 'timeout' });
    await ota.takenBack();
    ota.jobs.length = 0;
    expect((await begin()).status).toBe(201);
    await ota.waitForJob();
    expect(ota.jobs).toEqual([null, manifest]);
    await ota.publishState('FAILED', { err: 'timeout' });
    await waitFor(() => ota.jobs.length === 4);
    expect(ota.jobs.slice(2)).toEqual([null, manifest]);
    await ota.publishState('FAILED', { err: 'cancelled' });
    await waitFor(() => ota.jobs.length === 5);
    expect(await lastOf()).toMatchObject({ status: 'waiting', is_ended: false });
  });

  it('the fourth report of the same failure ends the update', async () => {
    await begin();
    for (let n = 0; n < 4; n++) await ota.publishState('FAILED', { err: 'timeout' });
    expect(await lastOf()).toMatchObject({ status: 'FAILED', error: 'timeout', is_ended: true });
  });

  it('a board that reports a job which the server has given up gets it cleared', async () => {
    await ota.publishState('DOWNLOADING', { n: 3 });
    await ota.takenBack();
    expect(await lastOf()).toBeNull();
  });

  it('reports of another job are ignored', async () => {
    await begin();
    await ota.publishState('FAILED', { id: 'test-1.6.0', err: 'bad_hash' });
    expect(await lastOf()).toMatchObject({ status: 'waiting', is_ended: false });
    expect(ota.jobs.at(-1)).toEqual(manifest);
  });

  it('an online board that reports nothing for ten minutes ends it, whatever the clock shows', async () => {
    await begin();
    const { db } = place.world;
    const log = pino({ level: 'silent' });
    const bus = createMemoryBus();
    const now = () => place.clock.ms;
    /** Another run of the server, whose timers the test moves. */
    async function runFor(ms: number, stepMs = 0) {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const server = {
        db,
        log,
        bus,
        now,
        runningUpdates: createRunningUpdates(),
        outbox: createOutbox({ db, log, bus, quietWarn: () => {} }),
        presence: { isOnline: () => true, owns: () => true },
        link: { send: async () => {}, forget: async () => {} },
      };
      const updates = createUpdates(server as never, { inbox: { notify: async () => {} } } as never);
      await updates.start();
      place.clock.ms += stepMs;
      vi.advanceTimersByTime(ms);
      await updates.stop();
      vi.useRealTimers();
    }
    await runFor(30_000, 3_600_000);
    expect(await lastOf()).toMatchObject({ is_ended: false });
    await runFor(600_000);
    expect(await lastOf()).toMatchObject({ status: 'FAILED', error: 'timeout', is_ended: true });
  });

  it.each([
    ['a board that stays offline for a day', '1.5.0', 86_400_000, 'timeout'],
    ['a release that expires before the update has begun', '1.6.0', 3_600_000, 'expired'],
  ])('an update ends after a timeout: %s', async (_case, version, afterMs, error) => {
    await begin(version);
    place.clock.ms = START_MS + afterMs - 1_000;
    await place.world.restart();
    const user = await again();
    expect(await lastOf(device, user)).toMatchObject({ is_ended: false });
    place.clock.ms = START_MS + afterMs;
    await place.world.restart();
    expect(await lastOf(device, await again())).toMatchObject({ status: 'FAILED', error, is_ended: true });
  });
});
