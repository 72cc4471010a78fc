import type { IntegrationWithPassword } from '@manoboard/contract/integration/integration';
import { connectIntegration, type IntegrationClientOptions } from '@manoboard/testkit/integration-client';
import { waitFor } from '@manoboard/testkit/wait-for';
import { aPump } from './pump.ts';
import { startWorld, type World } from './world.ts';

export const BROKER_URL = 'mqtts://pumps.example.com:8883';

export const startIntegrationWorld = () =>
  startWorld({ env: { MQTT_PUBLIC_URL: BROKER_URL, START_GAP_S: '0' } });

type User = Awaited<ReturnType<World['user']>>;
export type Login = IntegrationWithPassword;

/** Only an account with a device may have logins. */
export async function anOwner(world: World): Promise<User> {
  const owner = await world.user();
  await world.enrol(owner.id);
  return owner;
}

export const addLogin = async (user: User, name = 'Home Assistant') =>
  (await user.post('/integrations', { name })).body as Login;

export const allowSwitch = (owner: User, { id }: Login) =>
  owner.send('PATCH', `/integrations/${id}`, { can_switch: true });

const leaving: (() => Promise<unknown>)[] = [];
export const leaveLater = (leave: () => Promise<unknown>) => void leaving.push(leave);

/** After each test: disconnects what it has connected. */
export async function leaveAll() {
  for (const leave of leaving.splice(0)) await leave();
}

export async function connectLogin(
  world: World,
  { username, password }: Login,
  { url = world.server.mqttUrl, mqtt = {} }: Partial<IntegrationClientOptions> = {},
) {
  const client = await connectIntegration({ url, username, password, mqtt });
  leaveLater(client.leave);
  return client;
}

/** An owner with an online pump and a login for it, connected and subscribed. */
export async function aConnectedPump(world: World) {
  const pump = await aPump(world);
  leaveLater(pump.board.leave);
  const login = await addLogin(pump.owner);
  const client = await connectLogin(world, login);
  await client.subscribeToAll();
  const { deviceId } = pump.device;
  const paths = {
    state: `devices/${deviceId}/state`,
    availability: `devices/${deviceId}/availability`,
    set: `devices/${deviceId}/switch/set`,
    discovery: `sensor/${deviceId}/pressure/config`,
    switch: `switch/${deviceId}/switch/config`,
  };
  await waitFor(() => client.textAt(paths.availability) === 'online', { what: 'the values' });
  return { ...pump, deviceId, login, client, paths };
}
