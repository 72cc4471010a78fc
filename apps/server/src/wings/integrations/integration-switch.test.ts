import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aConnectedPump,
  addLogin,
  allowSwitch,
  connectLogin,
  leaveAll,
  leaveLater,
  startIntegrationWorld,
} from '../../../test/integration-world.ts';
import { aPump, auditOf, commandsOf } from '../../../test/pump.ts';
import type { World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startIntegrationWorld();
});
afterAll(() => world.stop());
afterEach(leaveAll);

describe('the switch of an integration', () => {
  it('R5.7 is absent by default, and its command is refused and logged', async () => {
    const { client, board, device, deviceId, paths } = await aConnectedPump(world);
    expect(client.textAt(paths.switch)).toBeUndefined();
    await client.publish(paths.set, 'OFF');
    const [refused] = await waitFor(async () => {
      const rows = await commandsOf(world, device.id);
      return rows.length > 0 && rows;
    });
    expect(refused).toMatchObject({ status: 'rejected', problem: 'FORBIDDEN', via: 'Home Assistant' });
    expect(await auditOf(world, deviceId)).toMatchObject([{ event: 'refused' }]);
    expect(board.commands).toEqual([]);
  });

  it('R5.1 stops the pump through the gate of commands, with the name of the login in the timeline', async () => {
    const { client, board, owner, login, deviceId, paths } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    await waitFor(() => client.textAt(paths.switch), { what: 'the switch' });
    await client.publish(paths.set, 'OFF');
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'start_stop', val: false });
    expect(client.jsonAt(paths.state)).toMatchObject({ switch: 'ON' });
    await board.done(cmd);
    await board.publishTele({ d: aReading({ on_off_state_r: 3, frequency_fc: 0 }) });
    await waitFor(() => client.jsonAt<{ switch: string }>(paths.state)?.switch === 'OFF');
    const by = { user_id: owner.id, role: 'owner', via: 'Home Assistant' };
    await waitFor(async () => (await auditOf(world, deviceId)).length === 2);
    expect(await auditOf(world, deviceId)).toMatchObject([
      { event: 'asked', command: { by } },
      { event: 'ended', command: { by, status: 'done' } },
    ]);
    const { body } = await owner.get(`/devices/${deviceId}/activity`);
    expect(body).toMatchObject({ items: [{ kind: 'command', command: { by } }] });
  });

  it('R5.10 is refused while the device has a lock-out tag', async () => {
    const { client, board, owner, login, device, deviceId, paths } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    await owner.send('PUT', `/devices/${deviceId}/lock-out`, { reason: 'Ventil', until: null });
    // The tag stops the pump.
    await board.done(await board.nextCommand());
    await client.publish(paths.set, 'ON');
    const refused = await waitFor(async () =>
      (await commandsOf(world, device.id)).find(({ problem }) => problem !== null),
    );
    expect(refused).toMatchObject({ value: true, status: 'rejected', problem: 'LOCKED_OUT' });
    expect(board.commands).toHaveLength(1);
  });

  it('R5.5 sets the required pressure in bar, and shows how the last command ended', async () => {
    const { client, board, owner, login, deviceId, paths } = await aConnectedPump(world);
    const number = `number/${deviceId}/set_pressure/config`;
    const lastCommand = () => client.jsonAt<{ last_command: string | null }>(paths.state)?.last_command;
    const set = `devices/${deviceId}/required_pressure/set`;
    await allowSwitch(owner, login);
    await waitFor(() => client.textAt(number), { what: 'the number' });
    expect(client.jsonAt(number)).toMatchObject({ min: 3, max: 5.5, step: 0.1 });
    expect(lastCommand()).toBeNull();
    await client.publish(set, '99');
    await waitFor(() => lastCommand() === 'OUT_OF_BOUNDS', { what: 'the refusal' });
    await client.publish(set, '4.2');
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'write', what: 'Required pressure', val: 4.2 });
    await board.done(cmd);
    await waitFor(() => lastCommand() === 'done', { what: 'the end' });
  });

  it('shows no outcome of a command to a device that did not exist', async () => {
    const { client, board, owner, login, paths } = await aConnectedPump(world);
    const later = 'MNB-LATER1';
    const lastCommand = () => client.jsonAt<{ last_command: string | null }>(paths.state)?.last_command;
    await client.publish(`devices/${later}/switch/set`, 'OFF');
    // Two commands behind it, one after the other: it has ended meanwhile.
    await client.publish(paths.set, 'OFF');
    await waitFor(lastCommand);
    await allowSwitch(owner, login);
    await client.publish(paths.set, 'OFF');
    await board.done(await board.nextCommand());
    await waitFor(() => lastCommand() === 'done');
    const { id } = await world.db
      .insertInto('device')
      .values({ id_dev: later, secret_hash: Buffer.alloc(32) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto('user_device')
      .values({ user_id: owner.id, device_id: id, access: 'owner', created_at: new Date(0) })
      .execute();
    const state = await waitFor(() => client.jsonAt(`devices/${later}/state`), { what: 'the new device' });
    expect(state).toMatchObject({ last_command: null });
  });

  it('ignores the will message of a client', async () => {
    const { client, board, device, owner, login, paths } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    const will = {
      topic: `${login.username}/${paths.set}`,
      payload: Buffer.from('ON'),
      qos: 0,
      retain: false,
    } as const;
    const dying = await connectLogin(world, login, { mqtt: { will } });
    dying.client.stream.destroy();
    await dying.ended();
    // Behind the will message, which the server handles when the connection ends.
    await client.publish(paths.set, 'OFF');
    await board.nextCommand();
    expect((await commandsOf(world, device.id)).map(({ value }) => value)).toEqual([false]);
  });

  it('ignores retained messages, other words and other devices', async () => {
    const { client, board, owner, login, device, paths } = await aConnectedPump(world);
    const stranger = await aPump(world);
    leaveLater(stranger.board.leave);
    await allowSwitch(owner, login);
    await client.publish(paths.set, 'OFF', { retain: true });
    await client.publish(paths.set, 'off');
    await client.publish(`devices/${stranger.device.deviceId}/switch/set`, 'OFF');
    const refused = await waitFor(async () => {
      const rows = await commandsOf(world, stranger.device.id);
      return rows.length > 0 && rows;
    });
    expect(refused).toMatchObject([{ status: 'rejected', problem: 'DEVICE_NOT_FOUND' }]);
    expect(await commandsOf(world, device.id)).toEqual([]);
    expect([...board.commands, ...stranger.board.commands]).toEqual([]);
  });

  it('is limited: of 100 commands at once about 30 reach the gate', async () => {
    const { client, device, paths } = await aConnectedPump(world);
    await Promise.all(Array.from({ length: 100 }, () => client.publish(paths.set, 'OFF')));
    // The answer to this comes after all commands: the broker handles packets of a connection in order.
    await client.subscribe(`${client.client.options.username}/${paths.state}`);
    await waitFor(async () => (await commandsOf(world, device.id)).length >= 30);
    expect((await commandsOf(world, device.id)).length).toBeLessThan(60);
  });
});

describe('the devices that an integration login switches', () => {
  it.each(['Technician', 'Seller', 'Super Seller'] as const)(
    'R7.2 are not those that its user reaches only as a %s',
    async (role) => {
      const stranger = await aPump(world);
      leaveLater(stranger.board.leave);
      const staff = await world.user({}, [role]);
      await world.enrol(staff.id);
      const login = await addLogin(staff);
      await allowSwitch(staff, login);
      const client = await connectLogin(world, login);
      await client.publish(`devices/${stranger.device.deviceId}/switch/set`, 'OFF');
      const refused = await waitFor(async () => {
        const rows = await commandsOf(world, stranger.device.id);
        return rows.length > 0 && rows;
      });
      expect(refused).toMatchObject([{ status: 'rejected', problem: 'DEVICE_NOT_FOUND' }]);
      expect(stranger.board.commands).toEqual([]);
    },
  );

  it('of a login with a list are only those of the list, and it sees no other', async () => {
    const { client, board, owner, login, device, paths } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    const second = await world.enrol(owner.id);
    await waitFor(() => client.textAt(`devices/${second.deviceId}/state`), { what: 'the second device' });
    const choose = (devices: string[] | null) =>
      owner.send('PATCH', `/integrations/${login.id}`, { devices });
    expect((await choose([second.deviceId])).body).toMatchObject({ devices: [second.deviceId] });
    await waitFor(() => client.textAt(paths.state) === '', { what: 'the removal' });
    expect(client.textAt(`devices/${second.deviceId}/state`)).not.toBe('');
    await client.publish(paths.set, 'OFF');
    const refused = await waitFor(async () => {
      const rows = await commandsOf(world, device.id);
      return rows.length > 0 && rows;
    });
    expect(refused).toMatchObject([{ status: 'rejected', problem: 'DEVICE_NOT_FOUND' }]);
    expect(board.commands).toEqual([]);
    expect((await choose(null)).body).toMatchObject({ devices: null });
    await waitFor(() => client.textAt(paths.switch), { what: 'the switch' });
    await client.publish(paths.set, 'OFF');
    await board.nextCommand();
  });

  it('cannot be chosen by a user who does not hold them, whatever their role', async () => {
    const stranger = await world.enrol((await world.user()).id);
    const staff = await world.user({}, ['Technician']);
    const own = await world.enrol(staff.id);
    const devices = [own.deviceId, stranger.deviceId];
    const refused = { status: 404, body: { detail: 'DEVICE_NOT_FOUND' } };
    expect(await staff.post('/integrations', { name: 'x', devices })).toMatchObject(refused);
    const login = await addLogin(staff);
    expect(await staff.send('PATCH', `/integrations/${login.id}`, { devices })).toMatchObject(refused);
    expect((await staff.get('/integrations')).body).toMatchObject({ integrations: [{ devices: null }] });
  });
});
