import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ApiTokenWithSecret } from '@manoboard/contract/token/token';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPump } from './pump.ts';
import { startWorld, type World } from './world.ts';

const run = promisify(execFile);
const REPOSITORY = new URL('../../../', import.meta.url);
const fileOf = (path: string) => new URL(path, REPOSITORY).pathname;

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'manoboard-api-client-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

/** A pump whose board executes every command, and a token that may switch it. */
async function aScriptedPump() {
  const { owner, device, board } = await aPump(world);
  const body = { name: 'Skript', days: 1, switch_devices: [device.deviceId] };
  const { secret } = (await owner.post('/users/me/tokens', body)).body as ApiTokenWithSecret;
  const answerNext = async () => board.done(await board.nextCommand());
  return { deviceId: device.deviceId, secret, answerNext };
}

it('a client of the types that openapi-typescript makes reads devices and history and stops a pump', async () => {
  const { deviceId, secret, answerNext } = await aScriptedPump();
  await writeFile(
    join(folder, 'manoboard.ts'),
    astToString(await openapiTS(new URL('docs/openapi.json', REPOSITORY))),
  );
  const client = join(folder, 'client.ts');
  await copyFile(fileOf('apps/server/test/fixtures/api-client.txt'), client);
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: 'esnext',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [fileOf('node_modules/@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await run(fileOf('node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }) => expect(stdout).toBe(''));
  const [{ stdout }] = await Promise.all([
    run(process.execPath, [client, `${world.server.url}/api`, secret]),
    answerNext(),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ id: deviceId, status: 'done' });
});

const GUIDE = 'docs/guide/api.md';
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

it.skipIf(!hasCurl)('the curl examples of the guide answer 200 (skipped without curl)', async () => {
  const { deviceId, secret, answerNext } = await aScriptedPump();
  await writeFile(
    join(folder, '.manoboard'),
    `header = "Authorization: Bearer ${secret}"\nmax-time = 5\nfail\n`,
  );
  const guide = await readFile(fileOf(GUIDE), 'utf8');
  const lines = guide.split('\n').filter((line) => line.startsWith('curl '));
  expect(lines).toHaveLength(8);
  const env = { ...process.env, HOME: folder, MNB: `${world.server.url}/api` };
  for (const line of lines) {
    const isStream = line.includes('/stream');
    const command = line.replaceAll('MNB-AB0001', deviceId) + (isStream ? ' -m 1 || true' : '');
    const [{ stdout }] = await Promise.all([
      run('bash', ['-c', command], { env, cwd: folder }),
      ...(line.includes('start-stop') ? [answerNext()] : []),
    ]);
    if (isStream) expect(stdout).toContain('event: snapshot');
  }
});
