import { killUnderLoad } from '@manoboard/testkit/kill-under-load';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { expect, it } from 'vitest';

it('kill -9 under load: starts every time, and no acknowledged frame or user is missing', async () => {
  const installation = await createInstallation();
  const { promised } = await killUnderLoad(installation, 3);
  const server = await startServerProgram(installation.env);
  const db = new Client((await installation.postgres()).connection);
  await db.connect();
  const frames = await db.query<{ key: string }>(
    "select id_dev || ' ' || boot || ' ' || seq as key from frame join device on device.id = device_id",
  );
  const users = await db.query<{ email: string }>('select email from app_user');
  const stored = new Set(frames.rows.map(({ key }) => key));
  const known = new Set(users.rows.map(({ email }) => email));

  expect(promised.frames.length).toBeGreaterThan(50);
  expect(promised.emails.length).toBeGreaterThan(3);
  expect(promised.frames.filter(({ idDev, boot, seq }) => !stored.has(`${idDev} ${boot} ${seq}`))).toEqual(
    [],
  );
  expect(promised.emails.filter((email) => !known.has(email))).toEqual([]);

  await db.end();
  await server.stop();
  await installation.remove();
}, 60_000);
