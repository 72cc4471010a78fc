import type { Activity } from '@manoboard/contract/activity/activity';
import { Activity as ActivityShape } from '@manoboard/contract/activity/activity';
import { anEvent } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aPump } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const nowS = () => Math.floor(Date.now() / 1000);

/** A command that was done, one that was refused, and a dry run in between. */
async function aBusyPump() {
  const pump = await aPump(world);
  const { owner, device, board } = pump;
  await board.publish('event', anEvent({ ts: nowS() - 60 }));
  const answer = owner.post(`/mqtt/${device.deviceId}/start-stop`, { what: '=1+1, "x"', value: false });
  await board.ack(await board.nextCommand(), { st: 'done', d: { on_off_state_r: 3 } });
  await answer;
  await owner.post(`/mqtt/${device.deviceId}/write`, { what: 'Required pressure', value: 9 });
  const list = async (query = ''): Promise<Activity> =>
    z.parse(ActivityShape, (await owner.get(`/devices/${device.deviceId}/activity${query}`)).body);
  return { ...pump, list };
}

it('R5.6 the activity lists commands with their states and events of the board, newest first', async () => {
  const { list, owner, board } = await aBusyPump();
  const { items, total } = await list();
  expect(total).toBe(3);
  expect(items).toMatchObject([
    { kind: 'command', command: { op: 'write', status: 'rejected', problem: 'OUT_OF_BOUNDS', value: 9 } },
    {
      kind: 'command',
      command: {
        op: 'start_stop',
        status: 'done',
        old_value: true,
        value: false,
        reported_value: false,
        by: { user_id: owner.id, name: 'Eva Vodná', role: 'owner' },
      },
    },
    { kind: 'event', event: { code: 'DRY_RUN', severity: 'alarm', cleared_at: null } },
  ]);
  await board.leave();
});

it('R5.6 the pages of the activity make the whole list', async () => {
  const { list, board } = await aBusyPump();
  const { items } = await list();
  const pages = [await list('?limit=2'), await list('?limit=2&offset=2')];
  expect(pages.map((page) => page.total)).toEqual([3, 3]);
  expect(pages.flatMap((page) => page.items)).toEqual(items);
  await board.leave();
});

it('R4.13 the activity of a range has the entries of that time, and counts them: the marks of a graph', async () => {
  const { list, owner, device, board } = await aBusyPump();
  const eventAt = (await list('?kind=event')).items[0]?.at ?? 0;
  const marks = await list(`?from=${eventAt}&to=${eventAt}`);
  expect(marks).toMatchObject({ items: [{ kind: 'event' }], total: 1, next: null });
  expect(marks.counts).toMatchObject({ event: 1, command: 0 });
  expect((await list(`?from=${eventAt + 1}`)).items.map(({ kind }) => kind)).toEqual(['command', 'command']);
  expect(await list(`?to=${eventAt - 1}`)).toMatchObject({ items: [], total: 0 });
  expect((await owner.get(`/devices/${device.deviceId}/activity?from=yesterday`)).status).toBe(422);
  await board.leave();
});

it('R5.6 the CSV export escapes a formula in the label of a command', async () => {
  const { owner, device, board } = await aBusyPump();
  const answer = await fetch(`${world.server.url}/api/devices/${device.deviceId}/activity.csv`, {
    headers: { cookie: owner.cookie ?? '' },
  });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain(`${device.deviceId}-activity.csv`);
  const text = await answer.text();
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head?.split(';')).toEqual(
    expect.arrayContaining(['Čas (UTC)', 'Čo', 'Čo (kód)', 'Pôvodná hodnota pre dosku', 'Výsledok', 'Dôvod']),
  );
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('OUT_OF_BOUNDS');
  expect(lines[1]).toContain(`"'=1+1, ""x"""`);
  expect(lines[1]).toContain('Eva Vodná;Vlastník;owner;;;;zapnuté;vypnuté;;true;false;false');
  expect(lines[2]).toContain('DRY_RUN');
  await board.leave();
});

it('R5.5 the CSV export has no unit for a pressure that was refused while its mode was unknown', async () => {
  const { owner, device, board } = await aPump(world, { required_pressure: 0.42 });
  const path = `/devices/${device.deviceId}/activity.csv`;
  const write = (value: number) =>
    owner.post(`/mqtt/${device.deviceId}/write`, { what: 'Required pressure', value });
  await write(9);
  await board.publish('cfg/reported', { v: 1, ver: 7, st: 'applied', ts: nowS() });
  await write(0.45);
  const [, unknown, known] = String((await owner.get(path)).body).split('\r\n');
  expect(known).toContain(';0,42;9;bar;');
  expect(unknown).toContain('CONFIG_UNKNOWN');
  expect(unknown).not.toContain('bar');
  await board.leave();
});

it('R5.6 a long CSV export has every entry once, also with many equal times', async () => {
  const { owner, device, board } = await aBusyPump();
  const event = { device_id: device.id, code: 'NO_FLOW', severity: 'warning', reading: '{}' } as const;
  const ids = Array.from({ length: 1200 }, (_, n) => `01HV3B5Z8Q2M4N6P${String(n).padStart(4, '0')}`);
  await world.db
    .insertInto('board_event')
    .values(
      ids.map((id, n) => {
        const at = new Date((nowS() - 3600 - Math.floor(n / 700)) * 1000);
        return { ...event, id, raised_at: at, received_at: at };
      }),
    )
    .execute();
  const answer = await fetch(`${world.server.url}/api/devices/${device.deviceId}/activity.csv`, {
    headers: { cookie: owner.cookie ?? '' },
  });
  const text = await answer.text();
  expect(text.trim().split('\r\n')).toHaveLength(1 + 3 + ids.length);
  for (const id of ids) expect(text.split(id), id).toHaveLength(2);
  await board.leave();
});

it('R5.6 the activity excludes register reads', async () => {
  const { list, device, board } = await aBusyPump();
  const technician = await world.user({}, ['Technician']);
  const answer = technician.post(`/devices/${device.deviceId}/registers/read`, { registers: [0x2100] });
  await board.ack(await board.nextCommand(), { st: 'done', d: { reg: 0x2100, val: [1] } });
  expect((await answer).status).toBe(200);
  expect((await list()).total).toBe(3);
  await board.leave();
});
