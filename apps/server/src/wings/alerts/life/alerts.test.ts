import type { AlertDetail } from '@manoboard/contract/alert/alert';
import type { Inbox } from '@manoboard/contract/inbox/inbox';
import type { Event } from '@manoboard/contract/mqtt/event';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleared, createHouses, dryRun, pageOf, RAISED_S } from '../../../../test/alert-house.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const { house, disconnectAll } = createHouses(() => world);
afterEach(disconnectAll);

/** Without those that say that this server, which sends no mails, delivers the alert to nobody. */
const noticesOf = async ({ owner }: Awaited<ReturnType<typeof house>>) =>
  ((await owner.get('/inbox')).body as Inbox).notifications.filter(({ event }) => event?.type === 'alert');

/** Without the results of deliveries. */
const alertEvents = ({ events }: Awaited<ReturnType<Awaited<ReturnType<World['user']>>['stream']>>) =>
  events.flatMap(({ event, data }) => (event === 'alert' && data.change !== 'delivered' ? [data] : []));

describe('R7.4 an event of a board', () => {
  it('R1.7 is acknowledged after its alert and its inbox notice are stored', async () => {
    const home = await house([dryRun]);
    expect(await noticesOf(home)).toMatchObject([{ event: { alert_id: home.id } }]);
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
      shelved: 0,
      items: [
        {
          id: home.id,
          timestamp: RAISED_S,
          kind: 'dry_run',
          code: 'DRY_RUN',
          severity: 'alarm',
          // The board decides after 10 s.
          since_timestamp: RAISED_S - 10,
          occurrences: 1,
          shelved_until: null,
          titles: { sk: 'Chod nasucho', gb: 'Dry running' },
          description: 'Doska zastavila čerpadlo, bežalo nasucho: 0,1 bar pri 50 Hz počas 10 s.',
          descriptions: {
            sk: 'Doska zastavila čerpadlo, bežalo nasucho: 0,1 bar pri 50 Hz počas 10 s.',
            gb: 'The board stopped the pump, which ran dry: 0.1 bar at 50 Hz for 10 s.',
          },
          retry_timestamp: null,
          resolved: false,
          resolved_timestamp: null,
          resolved_by: null,
          cleared_timestamp: null,
          mail_sent: false,
          mail_sent_timestamp: null,
          owner_id: home.fcId,
          place: null,
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

  it.each([
    [{ held: 14, stopped: true, retry_in: 3600 }, 3600, 'počas 14 s.'],
    [{ held: 14, stopped: true, retry_in: 0 }, null, 'Doska ho sama už nespustí, zapnúť ho musí človek.'],
    [{ held: 14, stopped: false, retry_in: 0 }, null, 'Zastavte ho na klávesnici meniča'],
  ])(
    'R7.4 raises an alert that says since when, and what the board does next: %j',
    async (facts, retryS, words) => {
      const home = await house([{ ...dryRun, ...facts }]);
      const [alert] = (await pageOf(home.owner)).items;
      expect(alert).toMatchObject({
        timestamp: RAISED_S,
        since_timestamp: RAISED_S - 14,
        retry_timestamp: retryS && RAISED_S + retryS,
        description: expect.stringContaining(words),
      });
    },
  );

  it('R1.1 raises an alert whose sentence is in the language of the reader', async () => {
    const home = await house([{ ...dryRun, code: 'FC_FAULT', d: { fault: 16 } }]);
    await home.owner.send('PUT', '/users/me/personalization', {
      card_order: [],
      theme_colour: null,
      locale: 'gb',
    });
    expect((await pageOf(home.owner)).items[0]?.description).toBe(
      'The converter tripped because it overheated. The pump has stopped. It starts only after the fault is reset.',
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
        timestamp: RAISED_S,
        cleared_timestamp: RAISED_S + 60,
        resolved: false,
        description: expect.stringContaining('0,1 bar'),
      },
    ]);
  });

  it('joins the open alert of its kind, which clears with the last event', async () => {
    const second = { ...dryRun, id: '01JCPV4001', ts: RAISED_S + 20 };
    const home = await house([dryRun, second, cleared(dryRun)]);
    const only = async () => (await pageOf(home.owner)).items;
    expect(await only()).toMatchObject([{ timestamp: RAISED_S, cleared_timestamp: null, occurrences: 1 }]);
    await home.board.publish('event', cleared(second));
    expect(await only()).toMatchObject([{ timestamp: RAISED_S, cleared_timestamp: RAISED_S + 80 }]);
    expect(await noticesOf(home)).toHaveLength(1);
  });

  const again = (event: Event, id: string, afterS: number) => ({ ...event, id, ts: RAISED_S + afterS });

  it('that is a warning reopens the alert of its kind that cleared up to 15 minutes ago, without another notice', async () => {
    const noFlow: Event = { ...dryRun, code: 'NO_FLOW', sev: 'warning' };
    const home = await house([noFlow, cleared(noFlow), again(noFlow, '01JCPV4001', 60 + 900)]);
    expect((await pageOf(home.owner)).items).toMatchObject([{ cleared_timestamp: null, occurrences: 2 }]);
    await home.board.publish('event', cleared(again(noFlow, '01JCPV4001', 960)));
    await home.board.publish('event', again(noFlow, '01JCPV4002', 1020 + 901));
    expect((await pageOf(home.owner)).items).toMatchObject([{ occurrences: 1 }, { occurrences: 2 }]);
    expect(await noticesOf(home)).toHaveLength(2);
  });

  it.each<[string, Event]>([
    ['a stop by the board', dryRun],
    ['a fault of the drive', { ...dryRun, code: 'FC_FAULT', d: { fault: 16 } }],
  ])('that is %s notifies each time, also when it reopens the alert minutes later', async (_stop, stop) => {
    const home = await house([stop, cleared(stop), again(stop, '01JCPV4001', 120)]);
    expect((await pageOf(home.owner)).items).toMatchObject([{ cleared_timestamp: null, occurrences: 2 }]);
    expect(await noticesOf(home)).toHaveLength(2);
    await home.board.publish('event', again(stop, '01JCPV4001', 120));
    expect(await noticesOf(home)).toHaveLength(2);
    // A rule of the server holds the alert open between two stops.
    await sql`update alert set is_by_rule = true where id = ${home.id}`.execute(world.db);
    await home.board.publish('event', cleared(again(stop, '01JCPV4001', 120)));
    await home.board.publish('event', again(stop, '01JCPV4002', 300));
    expect((await pageOf(home.owner)).items).toMatchObject([{ cleared_timestamp: null, occurrences: 3 }]);
    expect(await noticesOf(home)).toHaveLength(3);
  });

  it('shows the next retry after each stop by the board', async () => {
    const stop: Event = { ...dryRun, stopped: true, retry_in: 3600 };
    const failed: Event = { ...again(stop, '01JCPV4001', 600), retry_in: 18_000 };
    const home = await house([stop]);
    const retries = async () => (await pageOf(home.owner)).items.map((alert) => alert.retry_timestamp);
    expect(await retries()).toEqual([RAISED_S + 3600]);
    await home.board.publish('event', cleared(stop, 600));
    await home.board.publish('event', failed);
    expect(await retries()).toEqual([RAISED_S + 600 + 18_000]);
    await home.board.publish('event', cleared(failed, 600));
    await home.board.publish('event', { ...again(stop, '01JCPV4002', 1200), retry_in: 0 });
    expect((await pageOf(home.owner)).items).toMatchObject([
      {
        retry_timestamp: null,
        occurrences: 3,
        description: expect.stringContaining('zapnúť ho musí človek'),
      },
    ]);
  });

  it('shows no retry any more after a person stopped the pump', async () => {
    const home = await house([{ ...dryRun, stopped: true, retry_in: 7200 }]);
    await home.board.listen();
    await home.board.publishStatus();
    await home.board.publishTele({ d: { on_off_state_r: 1, modbus: 2 } });
    expect((await pageOf(home.owner)).items).toMatchObject([{ retry_timestamp: RAISED_S + 7200 }]);
    const answer = home.owner.startStop(home.device.deviceId, false);
    await home.board.ack(await home.board.nextCommand(), { st: 'done', d: { on_off_state_r: 3 } });
    expect(await answer).toMatchObject({ status: 200 });
    await waitFor(async () => (await pageOf(home.owner)).items[0]?.retry_timestamp === null);
    expect((await pageOf(home.owner)).items).toMatchObject([
      { occurrences: 1, description: expect.stringContaining('zapnúť ho musí človek') },
    ]);
    expect(await noticesOf(home)).toHaveLength(1);
  });

  it('of a silent converter says why the pump is unknown, and what it did when it was last read', async () => {
    const home = await house();
    const tsS = RAISED_S - 20;
    await home.board.publishTele({ ts: tsS, d: { on_off_state_r: 1, frequency_fc: 41, pressure: 4 } });
    await home.board.publish('event', { ...dryRun, code: 'FC_OFFLINE', d: {} });
    const first = async () => (await pageOf(home.owner)).items[0];
    expect((await first())?.description).toBe(
      'Menič prestal odpovedať doske, preto sa nedá zistiť, čo čerpadlo robí. Naposledy (20 s predtým) bežalo a môže bežať ďalej; na diaľku sa teraz nedá zastaviť.',
    );
    const fc = { id: home.fcId, fc_type: 'GD20', ident: 290, unit: 1 };
    await home.board.publishInfo({ fc: { ...fc, refused: { reason: 'other_type', configured: 'GD10' } } });
    expect(await first()).toMatchObject({
      titles: { sk: 'Menič iného typu', gb: 'Converter of another type' },
      description: expect.stringContaining('Doska našla menič GD20, nastavená je na GD10. Preto ho nečíta'),
    });
    const refusal = async () =>
      ((await home.owner.get(`/alerts/${(await first())?.id}`)).body as AlertDetail).fc_refusal;
    expect(await refusal()).toBe('other_type');
    await home.board.publish('event', cleared({ ...dryRun, code: 'FC_OFFLINE' }));
    expect(await first()).toMatchObject({ titles: { sk: 'Frekvenčný menič neodpovedá' } });
    expect(await refusal()).toBeNull();
  });

  it('raises a new alert after a resolved one has cleared, and none while the condition lasts', async () => {
    const home = await house([dryRun]);
    await home.owner.send('POST', `/alerts/${home.id}/resolve`);
    await home.board.publish('event', { ...dryRun, id: '01JCPV4001', ts: RAISED_S + 10 });
    expect((await pageOf(home.owner)).total).toBe(1);
    for (const id of [dryRun.id, '01JCPV4001']) await home.board.publish('event', cleared({ ...dryRun, id }));
    await home.board.publish('event', { ...dryRun, id: '01JCPV4002', ts: RAISED_S + 70 });
    expect((await pageOf(home.owner)).total).toBe(2);
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
  expect(alertEvents(stream)).toEqual(
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
  const alerts = () => streams.map(alertEvents);
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
  await home.board.publish('event', { ...dryRun, id: '01JCPV4009', code: 'PIPE_BURST' });
  await own.next('alert');
  expect(alerts().map(({ length }) => length)).toEqual([1, 0]);
  for (const stream of [...streams, own]) stream.close();
});
