import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { createStaffedFleet } from '@manoboard/testkit/staffed-fleet';
import { Client } from 'pg';
import { expect, inject, it, vi } from 'vitest';

/** Starts the server and several programs beside it. */
vi.setConfig({ testTimeout: 120_000 });

it('R5.7 npm run cli -- audit verify exits with 0 for an intact log, 1 for a changed one, beside a running server', async () => {
  const installation = await createInstallation(inject('template'));
  const server = await startServerProgram({ ...installation.env, LOG_LEVEL: 'fatal' });
  const { connection } = await installation.postgres();
  const { boards, api } = await createStaffedFleet(server.ready.url, connection, 1);
  for (let n = 0; n < 3; n++)
    expect(
      (await api.post(`/mqtt/${boards[0]?.deviceId}/start-stop`, { what: '', value: false }))?.status,
    ).toBe(409);
  const verify = (...args: string[]) =>
    startProgram('apps/server/dist/audit.mjs', args, installation.env).exitCode();
  expect(await verify('verify')).toBe(0);
  expect(await verify(), 'no verb').toBe(1);
  expect(await verify('verify', '--head', 'yesterday')).toBe(1);
  const db = new Client(connection);
  await db.connect();
  await db.query('alter table audit disable trigger all');
  await db.query("update audit set entry = replace(entry, 'OFFLINE', 'ONLINE') where entry like '%OFFLINE%'");
  await db.query('alter table audit enable trigger all');
  await db.end();
  expect(await verify('verify')).toBe(1);
  await server.stop();
  await installation.remove();
});
