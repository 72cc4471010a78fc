import { aReading } from '@manoboard/testkit/factories';
import { findNats } from '@manoboard/testkit/nats';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAll, type ClusterWorld, isSeenOnline, startClusterWorld } from './cluster-world.ts';
import { addLogin, connectLogin, leaveAll } from './integration-world.ts';

describe.skipIf(!findNats())('two servers whose bus or database is away', () => {
  let cluster: ClusterWorld;
  beforeAll(async () => {
    cluster = await startClusterWorld();
  });
  afterAll(async () => {
    await leaveAll();
    await cluster.stop();
  });

  it.each(['with the bus', 'with the bus cut'])(
    'revoked access, a removed role and an ended session end what the other server shows, %s',
    async (way) => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const { world, second } = cluster;
      const [guest, technician, boss] = [
        await world.user(),
        await world.user({}, ['Technician']),
        await world.user({}, ['Super Seller']),
      ];
      await world.db
        .insertInto('user_device')
        .values({ user_id: guest.id, device_id: device.id, access: 'delegate', granted_by: owner.id })
        .execute();
      const watched = `?device_id=${device.deviceId}`;
      const guests = await second.browser(guest).stream();
      const technicians = await second.browser(technician).stream(watched);
      const owners = await there.stream();
      for (const stream of [guests, technicians, owners])
        expect((await stream.next('snapshot')).data.online).toEqual([device.deviceId]);
      if (way !== 'with the bus') await cluster.nats.kill();

      const revoked = await owner.send('DELETE', `/users-devices/${device.deviceId}/delegations/${guest.id}`);
      expect(revoked.status).toBeLessThan(300);
      await guests.next('devices');
      const removed = await boss.send('DELETE', `/users/${technician.id}/permissions/Technician`);
      expect(removed.status).toBeLessThan(300);
      await technicians.next('devices');
      await owner.logout();
      await waitFor(() => owners.state.isEnded);
      expect((await there.get('/actual-data/all-last-data')).status).toBe(401);

      if (way !== 'with the bus') await cluster.restartBus();
      const before = [guests, technicians].map(({ events }) => events.length);
      await board.publishTele({ d: aReading({ pressure: 1.23 }) });
      const elsewhere = await cluster.aPump();
      expect([guests, technicians].map(({ events }) => events.length)).toEqual(before);
      for (const stream of [guests, technicians]) stream.close();
      await elsewhere.board.leave();
      await board.leave();
    },
  );

  describe('the bus is cut', () => {
    it('a command to the other server is refused with the reason, own boards work, and all heals by itself', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      await cluster.nats.kill();
      const refused = await there.startStop(device.deviceId, false);
      expect(refused).toMatchObject({ status: 409, body: { detail: 'SERVER_UNREACHABLE' } });
      expect((await there.get('/api-requests/online-devices')).body as string[]).toEqual([device.deviceId]);
      const own = owner.startStop(device.deviceId, false);
      await board.done(await board.nextCommand());
      expect(await own).toMatchObject({ status: 200 });
      expect(board.commands).toHaveLength(1);

      const stream = await there.stream();
      await stream.next('snapshot');
      await owner.logout();
      await waitFor(() => stream.state.isEnded);
      // Presence comes by the rows.
      const other = await cluster.aPump();
      await isSeenOnline(other.there, other.device.deviceId);

      await cluster.restartBus();
      answerAll(other.board);
      expect(await other.there.startStop(other.device.deviceId, false)).toMatchObject({ status: 200 });
      await other.board.leave();
      await board.leave();
    });

    it('a login of an integration that is revoked at one server ends at the other', async () => {
      const { owner, there, device, board } = await cluster.aPump();
      await isSeenOnline(there, device.deviceId);
      const login = await addLogin(owner);
      const client = await connectLogin(cluster.world, login, { url: cluster.second.mqttUrl });
      await client.subscribeToAll();
      await waitFor(() => client.textAt(`devices/${device.deviceId}/availability`) === 'online');
      await cluster.nats.kill();
      await owner.send('DELETE', `/integrations/${login.id}`);
      await client.ended();
      await cluster.restartBus();
      await board.leave();
    });

    it('a board that moves meanwhile leaves its old line, which gets no command', async () => {
      const { owner, device, board } = await cluster.aPump();
      await cluster.nats.kill();
      const moved = await cluster.connect(device, 'second', 2);
      const refused = await owner.startStop(device.deviceId, true);
      expect(refused).toMatchObject({ status: 409, body: { detail: 'SERVER_UNREACHABLE' } });
      await waitFor(() => !board.client.connected);
      expect(board.commands).toEqual([]);
      await cluster.restartBus();
      answerAll(moved);
      expect(await owner.startStop(device.deviceId, false)).toMatchObject({ status: 200 });
      await moved.leave();
    });
  });

  it('the database is away: a stop reaches a board of the other server and is stored afterwards', async () => {
    const { there, device, board } = await cluster.aPump();
    await isSeenOnline(there, device.deviceId);
    await there.get('/actual-data/all-last-data');
    const first = there.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    await first;
    cluster.database.freeze();
    const answer = there.startStop(device.deviceId, false);
    await board.done(await board.nextCommand());
    expect(await answer).toMatchObject({ status: 200 });
    // A balancer keeps both: no server reaches the database.
    const urls = [cluster.world.server.url, cluster.second.url];
    for (const url of urls) expect((await fetch(`${url}/readyz/balancer`)).status).toBe(200);
    cluster.database.thaw();
    await waitFor(async () => {
      const rows = await cluster.world.db
        .selectFrom('command')
        .where('device_id', '=', device.id)
        .where('status', '=', 'done')
        .select('id')
        .execute();
      return rows.length === 2;
    });
    await board.leave();
  });
});
