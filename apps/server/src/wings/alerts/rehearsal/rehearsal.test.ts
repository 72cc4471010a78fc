import type { RehearsalLine, RehearsalRequest } from '@manoboard/contract/alert/alert-rehearsal';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { createReplay } from '@manoboard/domain/alerts/rules/replay';
import { DAY_S } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { createFrameWriter } from '../../history/store/frame-writer.ts';

const NOW_S = Math.floor(Date.now() / 1000);
/** Four days ago: this day is closed, and its frames can be packed. */
const START_S = (Math.floor(NOW_S / DAY_S) - 4) * DAY_S + 43_200;

let world: World;
let seq = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface Stored {
  atS: number;
  d: Partial<Reading>;
  receivedS?: number;
  hasClock?: boolean;
}

async function store(deviceKey: DeviceKey, frames: readonly Stored[]) {
  const writer = createFrameWriter(world.db, createMetrics());
  await Promise.all(
    frames.map(({ atS, d, receivedS = atS, hasClock = true }) =>
      writer.write({
        deviceKey,
        tsMs: atS * 1000,
        receivedAtMs: receivedS * 1000,
        isPlacedByArrival: !hasClock,
        frame: aTele({ ts: atS, seq: ++seq, d: aReading(d) }),
      }),
    ),
  );
}

async function house(frames: readonly Stored[]) {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  await store(device.id, frames);
  const path = `/devices/${device.deviceId}/alert-rehearsals`;
  async function rehearse(change: Partial<RehearsalRequest> = {}, user = owner) {
    const { status, body: text } = await user.post(path, {
      kind: 'over_temperature',
      days: 5,
      zone: 'UTC',
      ...change,
    });
    const lines = `${text}`
      .trim()
      .split('\n')
      .map((line): RehearsalLine => JSON.parse(line));
    const last = lines.at(-1);
    if (!last || !('result' in last)) throw new Error(`no result: ${status} ${text}`);
    return { lines, ...last.result };
  }
  return { owner, device, path, rehearse };
}

/** Hot for 20 minutes and a little less hot for 20 minutes, an hour later. */
const hotSpells = (startS: number): Stored[] =>
  Array.from({ length: 180 }, (_, i) => ({
    atS: startS + 60 * i,
    d: { temperature_fc: i < 20 ? 80 : i >= 90 && i < 110 ? 72 : 50 },
  }));

describe('a rehearsal', () => {
  it('has the alerts of today, the new ones and the progress, from packed and open days', async () => {
    const { rehearse } = await house([...hotSpells(START_S), ...hotSpells(NOW_S - 20_000)]);
    await world.server.runJob('frame-compression');
    const { n } = await world.db
      .selectFrom('packed_frame')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBeGreaterThan(0);
    const { lines, today, changed, others, days, frames, from } = await rehearse({
      thresholds: { warnC: 70 },
      vary: 'warnC',
    });
    expect({ frames, from }).toEqual({ frames: 360, from: START_S });
    expect([today.count, today.only_here, changed.count, changed.only_here]).toEqual([2, 0, 4, 2]);
    expect(today.numbers.warnC).toBe(75);
    expect(changed.alerts.map(({ raised_at, is_only_here }) => [raised_at, is_only_here])).toContainEqual([
      START_S + 90 * 60 + 60,
      true,
    ]);
    expect(others).toContainEqual({ value: 75, count: 2 });
    expect(others).toContainEqual({ value: 70, count: 4 });
    expect(days[0]).toMatchObject({ t: START_S, peak: 80, today: 1, changed: 2, is_new: true });
    expect(lines.filter((line) => 'progress' in line).length).toBeGreaterThan(10);
  });

  it('raises what a replay of the same frames raises', async () => {
    const spells: Stored[] = Array.from({ length: 300 }, (_, i) => ({
      atS: START_S + 30 * i,
      d: {
        rssi: -61,
        temperature_fc: 50 + 40 * Math.abs(Math.sin(i / 17)),
        frequency_fc: i % 9 < 4 ? 40 : 0,
      },
    }));
    const { rehearse } = await house(spells);
    for (const [kind, thresholds] of [
      ['over_temperature', { warnC: 70, afterS: 30 }],
      ['short_cycling', { perHour: 5 }],
    ] as const) {
      const replay = createReplay({ thresholds: { [kind]: thresholds } });
      for (const { atS, d } of spells)
        replay.frame({ tsMs: atS * 1000, boot: 1, seq: atS, fc: 1, d: aReading(d), na: [] });
      const { changed } = await rehearse({ kind, thresholds });
      const expected = replay.alerts.filter((alert) => alert.kind === kind);
      expect(changed.alerts.map(({ raised_at, severity }) => [raised_at, severity]).reverse()).toEqual(
        expected.map(({ atMs: raisedMs, severity }) => [raisedMs / 1000, severity]),
      );
      expect(expected.length).toBeGreaterThan(0);
    }
  });

  it('uses events of the board, its silence, its clock and configurations that it has not applied', async () => {
    const { device, rehearse } = await house([
      { atS: START_S, d: {} },
      ...[0, 60, 120, 240, 360].map((s) => ({ atS: START_S + 4000 + s, d: {}, hasClock: false })),
    ]);
    const event = {
      device_id: device.id,
      id: 'E1',
      code: 'DRY_RUN',
      severity: 'alarm',
      reading: '{}',
    } as const;
    const raised_at = new Date((START_S + 10) * 1000);
    await world.db
      .insertInto('board_event')
      .values({ ...event, raised_at, cleared_at: new Date((START_S + 4100) * 1000), received_at: raised_at })
      .execute();
    const created_at = new Date((START_S + 4010) * 1000);
    const change = await world.db
      .insertInto('device_change')
      .values({
        device_id: device.id,
        kind: 'config',
        action: 'changed',
        status: 'pending',
        fields: '[]',
        created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto('device_config')
      .values({ device_id: device.id, version: 1, config: '{}', created_at, change_id: change.id })
      .execute();
    const alertsOf = async (kind: RehearsalRequest['kind']) =>
      (await rehearse({ kind })).today.alerts.map(({ raised_at, cleared_at }) => [
        raised_at - START_S,
        cleared_at && cleared_at - START_S,
      ]);
    expect(await alertsOf('dry_run')).toEqual([[10, 4100]]);
    expect(await alertsOf('clock_unset')).toEqual([[4060, null]]);
    expect((await alertsOf('board_offline')).at(-1)).toEqual([1830, 4000]);
    expect(await alertsOf('config_not_applied')).toEqual([[4360, null]]);
  });

  it('R4.3c has nothing of a former tenure', async () => {
    const { device, owner, rehearse } = await house(hotSpells(START_S));
    const created_at = new Date((START_S + 5000) * 1000);
    await world.db.deleteFrom('user_device').where('device_id', '=', device.id).execute();
    await world.db
      .insertInto('user_device')
      .values({ user_id: owner.id, device_id: device.id, access: 'owner', created_at })
      .execute();
    const { from, today, changed } = await rehearse({ thresholds: { warnC: 70 } });
    expect(from).toBeGreaterThanOrEqual(START_S + 5000);
    expect([today.count, changed.count]).toEqual([0, 1]);
  });

  it('of a device without frames is empty, and numbers outside of their limits are moved to them', async () => {
    const { rehearse } = await house([]);
    expect(await rehearse({ thresholds: { warnC: 0, unknown: 3 } })).toMatchObject({
      frames: 0,
      vary: 'warnC',
      today: { count: 0 },
      changed: { count: 0, numbers: { afterS: 60, clearAfterS: 300, warnC: 50 } },
    });
  });

  it('one runs at a time for each user', async () => {
    const { owner, path } = await house(hotSpells(START_S));
    const body = { kind: 'over_temperature', days: 30, zone: 'UTC' };
    const answers = await Promise.all([owner.post(path, body), owner.post(path, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await owner.post(path, body)).status).toBe(200);
  });
});
