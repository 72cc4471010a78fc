import type { AlertPage } from '@manoboard/contract/alert/alert';
import type { AlertCounts } from '@manoboard/contract/alert/alert-settings';
import type { Event } from '@manoboard/contract/mqtt/event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHouses, dryRun, pageOf, RAISED_S } from '../../../../test/alert-house.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { house, disconnectAll } = createHouses(() => world);
afterEach(disconnectAll);

describe('R7.4 the list of alerts', () => {
  const rows: Event[] = [
    dryRun,
    { ...dryRun, id: '01JCPV4002', ts: RAISED_S + 10, code: 'FC_FAULT' },
    { ...dryRun, id: '01JCPV4003', ts: RAISED_S + 20, code: 'NO_FLOW', sev: 'warning' },
  ];

  it('is filtered, searched and paged, newest first, with the total', async () => {
    const home = await house(rows);
    await home.owner.send('POST', `/alerts/${home.id}/resolve`);
    await home.owner.send('PATCH', `/alerts/${home.id}`, { notes: 'Vyčistený filter 100%' });
    await home.owner.send('PATCH', `/users-devices/${home.device.deviceId}`, { alias: 'Studňa v sade' });
    await home.owner.send('PATCH', '/users/me', { address: 'Lesná 7, Krupina' });
    const codes = async (query: string) => {
      const { items, total } = await pageOf(home.owner, query);
      return [items.map(({ code }) => code), total];
    };
    const all = ['NO_FLOW', 'FC_FAULT', 'DRY_RUN'];
    expect(await codes('')).toEqual([all, 3]);
    expect(await codes('?limit=1&offset=1')).toEqual([['FC_FAULT'], 3]);
    expect(await codes('?resolved=true')).toEqual([['NO_FLOW'], 1]);
    expect(await codes('?resolved=false')).toEqual([['FC_FAULT', 'DRY_RUN'], 2]);
    expect(await codes('?severity=warning')).toEqual([['NO_FLOW'], 1]);
    expect(await codes('?code=DRY_RUN&resolved=false')).toEqual([['DRY_RUN'], 1]);
    expect(await codes(`?device_id=${home.device.deviceId}`)).toEqual([all, 3]);
    expect(await codes(`?device_id=${home.fcId}`)).toEqual([all, 3]);
    expect(await codes('?device_id=MNB-0000')).toEqual([[], 0]);
    for (const [text, found] of [
      ['FILTER', ['NO_FLOW']],
      ['100%', ['NO_FLOW']],
      ['%', ['NO_FLOW']],
      ['_', []],
      ['sade', all],
      ['krupina', all],
      [home.fcId.slice(2), all],
      ['', all],
    ] as const)
      expect(await codes(`?search=${encodeURIComponent(text)}`), text).toEqual([found, found.length]);
  });

  it('is a file in words with their codes, by the same filters and for those who see the devices', async () => {
    const home = await house(rows);
    await home.owner.send('PATCH', `/users-devices/${home.device.deviceId}`, { alias: '=SUM(1)' });
    await home.owner.send('POST', `/alerts/${home.id}/resolve`, { notes: 'Vyčistené' });
    const linesOf = async (user: typeof home.owner, query = '') => {
      const { status, body } = await user.get(`/alerts.csv?zone=UTC${query}`);
      expect(status).toBe(200);
      return String(body).replace('\uFEFF', '').trim().split('\r\n');
    };
    const [head, first, ...others] = await linesOf(home.owner);
    expect(head).toBe(
      'Čas (UTC);Závažnosť;Závažnosť (kód);Čo;Čo (kód);Názov;ID zariadenia;Adresa;Popis;Kto to má;Prešlo (UTC);Vyriešené (UTC);Vyriešil;Poznámky;ID',
    );
    expect(first).toMatch(/;warning;[^;]+;NO_FLOW;"'=SUM\(1\)";/);
    expect(first).not.toMatch(/Z;warning;warning/);
    expect(first).toContain('Vyčistené');
    expect(others).toHaveLength(2);
    expect(await linesOf(home.owner, '&resolved=false')).toHaveLength(3);
    expect(await linesOf(await world.user())).toEqual([head]);
    expect((await home.owner.get('/alerts.csv?limit=1')).status).toBe(422);
  });

  it('R4.3 is counted by kind for 30 days, for those who may see the device', async () => {
    const home = await house(rows);
    const path = `/devices/${home.device.deviceId}/alert-counts`;
    const { days, counts } = (await home.owner.get(path)).body as AlertCounts;
    expect([days, Object.fromEntries(counts.map(({ kind, count }) => [kind, count]))]).toEqual([
      30,
      { dry_run: 1, drive_fault: 1, no_flow: 1 },
    ]);
    expect((await (await world.user()).get(path)).status).toBe(404);
  });

  it('is paged by a cursor: a new alert moves no row to another page', async () => {
    const home = await house(rows);
    const first = await pageOf(home.owner, '?limit=2');
    await home.board.publish('event', { ...dryRun, id: '01JCPV4004', ts: RAISED_S + 30, code: 'PIPE_BURST' });
    const second = await pageOf(home.owner, `?limit=2&before=${first.next}`);
    expect([...first.items, ...second.items].map(({ code }) => code)).toEqual([
      'NO_FLOW',
      'FC_FAULT',
      'DRY_RUN',
    ]);
    expect(second).toMatchObject({ next: null, total: 4 });
  });

  it('a cursor separates alerts of the same second', async () => {
    const home = await house(rows.map((event) => ({ ...event, ts: RAISED_S })));
    const seen: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const answer: AlertPage = await pageOf(home.owner, `?limit=1${next && `&before=${next}`}`);
      seen.push(...answer.items.map(({ id }) => id));
      next = answer.next;
    }
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(3);
  });

  it('is filtered by time and by ID, and counts the open alerts regardless of the filter', async () => {
    const home = await house(rows);
    const [newest, , oldest] = (await pageOf(home.owner)).items;
    await home.owner.send('POST', `/alerts/${oldest?.id}/resolve`);
    const open = { info: 0, warning: 1, alarm: 1 };
    expect(await pageOf(home.owner, `?from=${RAISED_S + 10}`)).toMatchObject({ total: 2, open });
    const range = `?from=${RAISED_S}&to=${RAISED_S + 10}`;
    expect((await pageOf(home.owner, range)).items.every(({ timestamp }) => timestamp <= RAISED_S + 10)).toBe(
      true,
    );
    expect(await pageOf(home.owner, range)).toMatchObject({ total: 2, open });
    expect(await pageOf(home.owner, `?id=${newest?.id}`)).toMatchObject({
      items: [{ id: newest?.id }],
      open,
    });
    expect(await pageOf(home.owner, `?id=${newest?.id}&id=${oldest?.id}`)).toMatchObject({ total: 2, open });
    expect(await pageOf(home.owner, `?id=${oldest?.id}&resolved=false`)).toMatchObject({ total: 0, open });
    const stranger = await world.user();
    expect(await pageOf(stranger, `?id=${newest?.id}`)).toMatchObject({
      total: 0,
      open: { info: 0, warning: 0, alarm: 0 },
      shelved: 0,
    });
  });

  it.each([
    '?limit=0',
    '?limit=201',
    '?offset=-1',
    '?resolved=yes',
    '?code=NONSENSE',
    '?page=1',
    '?before=yesterday',
    '?from=-1',
    '?to=tomorrow',
    '?id=0',
  ])('refuses %s', async (query) =>
    expect((await (await world.user()).get(`/alerts${query}`)).status).toBe(422),
  );

  it('R4.3b R7.2 shows holders their devices, staff all devices, former holders nothing', async () => {
    const home = await house(rows);
    const other = await house([dryRun]);
    const helper = await world.user({}, ['Technician']);
    const stranger = await world.user();
    const query = `?device_id=${home.device.deviceId}`;
    expect((await pageOf(stranger, query)).total).toBe(0);
    expect((await pageOf(helper, query)).total).toBe(3);
    expect((await pageOf(home.owner)).total).toBe(3);
    expect((await pageOf(other.owner, query)).total).toBe(0);
    await home.owner.send('DELETE', `/users-devices/${home.device.deviceId}`);
    expect((await pageOf(home.owner)).total).toBe(0);
  });
});
