import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { DeviceState, FcDataLast } from '@manoboard/contract/device/device-state';
import type { BasicInfo, RegisterList, RegistersRead } from '@manoboard/contract/device/diagnostics';
import { api } from '@manoboard/contract/http/api';
import { startServers } from '@manoboard/testkit/cluster/server-pair';
import { startFleetProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const BOARD = 'MNB-DE0001';
const LONG_WAIT = { timeoutMs: 20_000, everyMs: 100 };

/** Server and boards as programs, without a browser: tests of their messages. */
async function startPrograms() {
  const installation = await createInstallation(process.env.DEMO_TEMPLATE);
  const env = { ...installation.env, DEMO: '1', LOGINS_PER_MINUTE: '10000' };
  let server = await startServers(env);
  let fleet = await startFleetProgram(server.ready);
  return {
    url: () => `${server.ready.url}/api`,
    async restart() {
      await fleet.stop();
      await server.stop();
      server = await startServers(env);
      fleet = await startFleetProgram(server.ready);
    },
    async stop() {
      await fleet.stop();
      await server.stop();
      await installation.remove();
    },
  };
}

let programs: Awaited<ReturnType<typeof startPrograms>>;
let cookie = '';

async function request<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(`${programs.url()}/devices/${BOARD}/${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

beforeAll(async () => {
  programs = await startPrograms();
  const response = await fetch(`${programs.url()}${api.login.path}`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'technician@demo.local', password: 'Demo1234' }),
  });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await waitFor(async () => (await request<DeviceState>('state')).fc.link === 'ok', LONG_WAIT);
});
afterAll(() => programs.stop());

const configOf = () => request<ConfigState>('config');
const isApplied = (version: number) =>
  waitFor(async () => (await configOf()).applied?.version === version && configOf(), LONG_WAIT);

describe('R4.11 config over a real connection', () => {
  it('the board applies the desired config, reports it, and its frames follow', async () => {
    const before = await request<BasicInfo>('basic-info');
    const { version } = await configOf();
    const pressure = { min: 3, max: 8, normalizer: 10, sensor_max: 10 } as const;
    const config = { pressure, tele_s: 1, tele_idle_s: 5 };
    const updated = await request<ConfigState>('config', 'PUT', { version, config });
    expect(updated.version).toBeGreaterThan(version);

    const state = await isApplied(updated.version);
    expect(state).toMatchObject({ state: 'applied', applied: { config } });
    const bar = before.required_pressure.value ?? Number.NaN;
    await waitFor(
      async () => (await request<FcDataLast>('get-fc-data-last/required_pressure')).value === bar / 10,
      LONG_WAIT,
    );
    expect((await request<BasicInfo>('basic-info')).required_pressure).toMatchObject({
      value: bar,
      unit: 'bar',
    });
  });

  it('the config survives a restart of server and board, and the next one is applied', async () => {
    const { version, desired } = await configOf();
    const required = () => request<FcDataLast>('get-fc-data-last/required_pressure');
    const before = await required();
    await programs.restart();
    const { now } = await waitFor(async () => {
      const state = await request<DeviceState>('state');
      return state.online && state;
    }, LONG_WAIT);
    const after = await waitFor(async () => {
      const measured = await required();
      return (measured.ts ?? 0) > now && measured;
    }, LONG_WAIT);
    expect(after.value).toBe(before.value);
    expect(await configOf()).toMatchObject({ version, state: 'applied', applied: { config: desired } });

    const next = await request<ConfigState>('config', 'PUT', { version, config: {} });
    expect(await isApplied(next.version)).toMatchObject({ state: 'applied', applied: { config: {} } });
  });
});

it('R4.12 every register of the map is read through the board, and the map keeps the values', async () => {
  const { fc_type, registers: map } = await request<RegisterList>('registers');
  expect(fc_type).toBe('GD10');
  const { registers } = await request<RegistersRead>('registers/read', 'POST', {
    registers: map.map(({ address }) => address),
  });
  expect(registers.filter(({ word }) => word === null)).toEqual([]);
  const after = await request<RegisterList>('registers');
  expect(after.registers.map(({ word }) => word)).toEqual(registers.map(({ word }) => word));
  expect(after.registers.find(({ name }) => name === 'identity')?.word).toBe(0x010d);
});
