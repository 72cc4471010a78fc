import type { Event } from '@manoboard/contract/mqtt/event';
import type { Alert, AlertPage } from '@manoboard/contract/nouns/alert';
import type { Inbox } from '@manoboard/contract/nouns/inbox';
import type { BoardClient } from '@manoboard/testkit/board-client';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const boards: BoardClient[] = [];
afterEach(() => Promise.all(boards.splice(0).map(({ client }) => client.endAsync(true))));

const ts = Math.floor(Date.now() / 1000) - 3600;
const dryRun: Event = {
  v: 1,
  id: '01JCPV4000',
  ts,
  code: 'DRY_RUN',
  st: 'raised',
  sev: 'alarm',
  d: { pressure: 0.1, frequency_fc: 50 },
};
const cleared = (event: Event, afterS = 60): Event => ({
  ...event,
  st: 'cleared',
  ts: event.ts + afterS,
  d: { pressure: 3.9, frequency_fc: 40, fault: 0 },
});

type User = Awaited<ReturnType<World['user']>>;
const pageOf = async (user: Pick<User, 'get'>, query = '') =>
  (await user.get(`/alerts${query}`)).body as AlertPage;

async function house(events: Event[] = []) {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  boards.push(board);
  const fcId = device.deviceId.replace('MNB', 'FC');
  await board.publishInfo({ fc: { id: fcId, fc_type: 'GD10', ident: 269, unit: 1 } });
  for (const event of events) await board.publish('event', event);
  const first = (await pageOf(owner)).items[0];
  return {
    owner,
    device,
    board,
    fcId,
    id: first?.id ?? 0,
  };
}

describe('R7.4 an event of a board', () => {
  it('R1.7 is acknowledged after its alert and its inbox notice are stored', async () => {
    const { owner } = await house([dryRun]);
    const [alert] = (await pageOf(owner)).items;
    const { notifications } = (await owner.get('/inbox')).body as Inbox;
    expect(notifications.map(({ event }) => event)).toMatchObject([{ type: 'alert', alert_id: alert?.id }]);
  });

  it('R1.7 is not acknowledged and raises no alert if its inbox notice cannot be stored', async () => {
    const { owner, board } = await house();
    await sql`alter table inbox_item add constraint refused check (false) not valid`.execute(world.db);
    void board.publish('event', dryRun).catch(() => {});
    const { value } = await waitFor(async () => {
      const { values } = await world.server.metrics.messagesDropped.get();
      return values.find(({ labels }) => labels.reason === 'not_stored') ?? false;
    }).finally(() => sql`alter table inbox_item drop constraint refused`.execute(world.db));
    expect(value).toBeGreaterThan(0);
    expect((await pageOf(owner)).items).toEqual([]);
  });

  it('raises an alert with the converter, the owner’s address and a sentence with the measured values', async () => {
    const home = await house([dryRun]);
    await home.owner.send('PATCH', '/users/me', { address: 'Hlavná 1, Zvolen' });
    expect(await pageOf(home.owner)).toEqual({
      total: 1,
      next: null,
      open: { info: 0, warning: 0, alarm: 1 },
      items: [
        {
          id: home.id,
          timestamp: ts,
          code: 'DRY_RUN',
          severity: 'alarm',
          description: 'Čerpadlo bežalo nasucho, doska ho zastavila (tlak 0,1 bar pri 50 Hz).',
          resolved: false,
          resolved_timestamp: null,
          resolved_by: null,
          cleared_timestamp: null,
          mail_sent: false,
          mail_sent_timestamp: null,
          owner_id: home.fcId,
          id_dev: home.device.deviceId,
          alias: null,
          address: 'Hlavná 1, Zvolen',
          owner: null,
          assignee: null,
          notes: null,
        },
      ],
    });
  });

  it('R1.1 raises an alert whose sentence is in the language of the reader', async () => {
    const home = await house([{ ...dryRun, code: 'FC_FAULT', d: { fault: 16 } }]);
    await home.owner.send('PUT', '/users/me/personalization', {
      card_order: [],
      theme_colour: null,
      locale: 'gb',
    });
    expect((await pageOf(home.owner)).items[0]?.description).toBe(
      'The frequency converter reports a fault OH2.',
    );
  });

  it.each<[string, (event: Event) => Event[]]>([
    ['that comes twice', (event) => [event, event, cleared(event), cleared(event)]],
    ['whose clearing comes first', (event) => [cleared(event), event]],
    ['whose raising comes again after its clearing', (event) => [event, cleared(event), event]],
  ])('raises one alert for an occurrence %s: cleared, not resolved', async (_case, all) => {
    const home = await house(all(dryRun));
    const { items, total } = await pageOf(home.owner);
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        timestamp: ts,
        cleared_timestamp: ts + 60,
        resolved: false,
        description: expect.stringContaining('0,1 bar'),
      },
    ]);
  });

  it('raises no alert if it is informational or a clearing alone', async () => {
    const home = await house([{ ...dryRun, sev: 'info' }, cleared({ ...dryRun, id: '01JCPV4001' })]);
    expect(await pageOf(home.owner)).toMatchObject({ items: [], total: 0 });
  });

  it('is neither stored nor acknowledged if its alert cannot be stored', async () => {
    const home = await house();
    await sql`alter table alert add constraint full_disk check (event_id <> '01JCPVLOST')`.execute(world.db);
    let isAcknowledged = false;
    const lost = home.board.publish('event', { ...dryRun, id: '01JCPVLOST' });
    lost.then(
      () => {
        isAcknowledged = true;
      },
      () => {},
    );
    await waitFor(async () => {
      const { values } = await world.server.metrics.messagesDropped.get();
      return values.some(({ labels }) => labels.reason === 'not_stored');
    });
    await home.board.publishTele();
    expect(isAcknowledged).toBe(false);
    await sql`alter table alert drop constraint full_disk`.execute(world.db);
    const kept = world.db.selectFrom('board_event').where('device_id', '=', home.device.id).selectAll();
    expect(await kept.execute()).toEqual([]);
  });
});

describe('R7.5 an alert is resolved by users who may see the device', () => {
  it('the first resolution wins and keeps its user and time', async () => {
    const home = await house([dryRun]);
    const technician = await world.user({ name: 'Tomáš', surname: 'Technik' }, ['Technician']);
    const first = await technician.send('POST', `/alerts/${home.id}/resolve`);
    const second = await home.owner.send('POST', `/alerts/${home.id}/resolve`);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ resolved: true, resolved_by: 'Tomáš Technik' });
    expect(second.status).toBe(200);
    // Only staff see whom to call.
    expect(second.body).toEqual({ ...(first.body as Alert), owner: null });
  });

  it('of concurrent resolutions one wins', async () => {
    const home = await house([dryRun]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () =>
        (await world.user({}, ['Seller'])).send('POST', `/alerts/${home.id}/resolve`),
      ),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('the note of a resolution is stored with it; a later resolution changes neither', async () => {
    const home = await house([dryRun]);
    const technician = await world.user({ name: 'Tomáš', surname: 'Technik' }, ['Technician']);
    const resolve = (user: User, body?: object) => user.send('POST', `/alerts/${home.id}/resolve`, body);
    expect((await resolve(home.owner, { notes: 'x'.repeat(2001) })).status).toBe(422);
    expect((await pageOf(home.owner)).items[0]).toMatchObject({ resolved: false, notes: null });
    const first = await resolve(technician, { notes: ' Vymenený snímač. ' });
    expect(first.body).toMatchObject({ resolved_by: 'Tomáš Technik', notes: 'Vymenený snímač.' });
    expect((await resolve(home.owner, { notes: 'Nič som nevidel.' })).body).toEqual({
      ...(first.body as Alert),
      owner: null,
    });
  });

  it('a resolution without a note keeps the note', async () => {
    const home = await house([dryRun]);
    await home.owner.send('PATCH', `/alerts/${home.id}`, { notes: 'Ide technik.' });
    const { body } = await home.owner.send('POST', `/alerts/${home.id}/resolve`, {});
    expect(body).toMatchObject({ resolved: true, notes: 'Ide technik.' });
  });

  it('a resolved alert that clears later stays resolved', async () => {
    const home = await house([dryRun]);
    await home.owner.send('POST', `/alerts/${home.id}/resolve`);
    await home.board.publish('event', cleared(dryRun));
    expect((await pageOf(home.owner)).items).toMatchObject([{ resolved: true, cleared_timestamp: ts + 60 }]);
  });

  it('notes are written, changed and deleted', async () => {
    const home = await house([dryRun]);
    const note = async (notes: unknown) => {
      const { status, body } = await home.owner.send('PATCH', `/alerts/${home.id}`, { notes });
      return status === 200 ? (body as Alert).notes : status;
    };
    expect(await note(' Volal som majiteľovi.\nPríde zajtra. ')).toBe('Volal som majiteľovi.\nPríde zajtra.');
    expect(await note('Hotovo')).toBe('Hotovo');
    expect(await note('')).toBeNull();
    expect(await note(null)).toBeNull();
    expect(await note('a\u0000b')).toBe(422);
    expect(await note('x'.repeat(2001))).toBe(422);
  });

  it('an alert of another user answers like one that does not exist', async () => {
    const home = await house([dryRun]);
    const stranger = await world.user();
    for (const id of [home.id, 99_999_999])
      expect(await stranger.send('POST', `/alerts/${id}/resolve`)).toMatchObject({
        status: 404,
        body: { detail: 'ALERT_NOT_FOUND' },
      });
    expect((await home.owner.send('POST', '/alerts/abc/resolve')).status).toBe(422);
  });
});

describe('R7.4 the list of alerts', () => {
  const rows: Event[] = [
    dryRun,
    { ...dryRun, id: '01JCPV4002', ts: ts + 10, code: 'FC_FAULT' },
    { ...dryRun, id: '01JCPV4003', ts: ts + 20, code: 'NO_FLOW', sev: 'warning' },
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

  it('is paged by a cursor: a new alert moves no row to another page', async () => {
    const home = await house(rows);
    const first = await pageOf(home.owner, '?limit=2');
    await home.board.publish('event', { ...dryRun, id: '01JCPV4004', ts: ts + 30, code: 'PIPE_BURST' });
    const second = await pageOf(home.owner, `?limit=2&before=${first.next}`);
    expect([...first.items, ...second.items].map(({ code }) => code)).toEqual([
      'NO_FLOW',
      'FC_FAULT',
      'DRY_RUN',
    ]);
    expect(second).toMatchObject({ next: null, total: 4 });
  });

  it('a cursor separates alerts of the same second', async () => {
    const home = await house(rows.map((event) => ({ ...event, ts })));
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
    expect(await pageOf(home.owner, `?from=${ts + 10}`)).toMatchObject({ total: 2, open });
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

it('R7.4 each change of an alert is sent once to every user who sees the device', async () => {
  const home = await house();
  const stream = await home.owner.stream();
  await stream.next('snapshot');
  for (const event of [dryRun, dryRun, cleared(dryRun), cleared(dryRun)])
    await home.board.publish('event', event);
  const id = (await pageOf(home.owner)).items[0]?.id;
  await home.owner.send('PATCH', `/alerts/${id}`, { notes: 'Idem tam.' });
  for (let i = 0; i < 2; i++) await home.owner.send('POST', `/alerts/${id}/resolve`);
  await stream.next('alert', ({ change }) => change === 'resolved');
  expect(stream.events.flatMap(({ event, data }) => (event === 'alert' ? [data] : []))).toEqual(
    ['raised', 'cleared', 'noted', 'resolved'].map((change) => ({
      device_id: home.device.deviceId,
      alert_id: id,
      change,
    })),
  );
  stream.close();
});

it('R7.2 staff receive the alert events of every device, other users and former staff do not', async () => {
  const home = await house();
  const technician = await world.user({}, ['Technician']);
  const stranger = await world.user();
  const streams = [await technician.stream(), await stranger.stream()];
  for (const stream of streams) await stream.next('snapshot');
  const alerts = () =>
    streams.map((stream) => stream.events.flatMap(({ event, data }) => (event === 'alert' ? [data] : [])));
  await home.board.publish('event', dryRun);
  await streams[0]?.next('alert');
  expect(alerts()).toEqual([
    [{ device_id: home.device.deviceId, alert_id: expect.any(Number), change: 'raised' }],
    [],
  ]);

  const boss = await world.user({}, ['Super Seller']);
  await boss.send('DELETE', `/users/${technician.id}/permissions/Technician`);
  await streams[0]?.next('devices');
  const own = await home.owner.stream();
  await own.next('snapshot');
  await home.board.publish('event', { ...dryRun, id: '01JCPV4009' });
  await own.next('alert');
  expect(alerts().map(({ length }) => length)).toEqual([1, 0]);
  for (const stream of [...streams, own]) stream.close();
});
