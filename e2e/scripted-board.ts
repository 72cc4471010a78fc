import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { connectBoard } from '@manoboard/testkit/board-client';
import { aReading } from '@manoboard/testkit/factories';
import { startProgram } from '@manoboard/testkit/program';
import type { APIRequestContext } from 'playwright-core';

const SECRET = 'the secret of a scripted board';
const CLAIM = '7K3D-9QTX-2MVA';
const nowS = () => Math.floor(Date.now() / 1000);

/** Enrols the boards in one call. */
async function enrol(ids: readonly string[], env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'manoboard-scripted-'));
  const file = join(folder, 'credentials.json');
  const rows = ids.map((id_dev) => ({ id_dev, secret: SECRET, claim_code: CLAIM }));
  await writeFile(file, JSON.stringify(rows));
  const program = startProgram('apps/server/dist/enrol.mjs', ['--credentials', file], env);
  const code = await program.exitCode();
  await rm(folder, { recursive: true });
  if (code !== 0) throw new Error(`enrol: ${program.errors()}`);
}

/** The ID of the board's converter. */
export const fcIdOf = (deviceId: string) => deviceId.replace('MNB', 'FC');

/** A scripted board on a real connection: tests read exactly what the server sends and control every value. */
async function start(deviceId: string, mqttUrl: string) {
  const board = await connectBoard({ url: mqttUrl, deviceId, secret: SECRET });
  await board.listen();
  await board.publishStatus({ ts: nowS() });
  const { analog_input_2: _, analog_input_3: __, ...reading } = aReading();
  // Its inputs stay unknown until a test sets them.
  await board.publishTele({ d: reading });
  return {
    ...board,
    /** Reports the converter, which is unknown until then. */
    publishConverter: () =>
      board.publishInfo({
        hw: 'MNB-2',
        cap: ['start_stop', 'ota'],
        fc: { id: fcIdOf(deviceId), fc_type: 'GD10', ident: 0x010d, unit: 1 },
      }),
    publishValues: (d: Partial<Reading>, change: Parameters<typeof board.publishTele>[0] = {}) =>
      board.publishTele({ d, ...change }),
    async addToAccount(client: APIRequestContext, origin: string) {
      const data = { id_dev: deviceId, password: CLAIM };
      const added = await client.post('/api/users-devices/add-device', { data, headers: { origin } });
      if (added.status() !== 201) throw new Error(`add-device: ${await added.text()}`);
    },
    /** Stores a config as a technician and reports it as applied. */
    async configure(config: DeviceConfig, client: APIRequestContext, origin: string) {
      const path = `/api/devices/${deviceId}/config`;
      const { version } = (await (await client.get(path)).json()) as ConfigState;
      const updated = await client.put(path, { data: { version, config }, headers: { origin } });
      if (updated.status() !== 200) throw new Error(`config: ${await updated.text()}`);
      const { version: ver } = (await updated.json()) as ConfigState;
      await board.publish('cfg/reported', { v: 1, ver, st: 'applied', ts: nowS() });
    },
  };
}
export type ScriptedBoard = Awaited<ReturnType<typeof start>>;

export async function startScriptedBoards<Name extends string>(
  ids: Record<Name, string>,
  env: Record<string, string>,
  mqttUrl: string,
) {
  const named = Object.entries<string>(ids);
  await enrol(Object.values(ids), env);
  const boards = await Promise.all(
    named.map(async ([name, deviceId]) => [name, await start(deviceId, mqttUrl)] as const),
  );
  return Object.fromEntries(boards) as Record<Name, ScriptedBoard>;
}
