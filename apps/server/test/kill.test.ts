import { findMissing, killUnderLoad } from '@manoboard/testkit/kill-under-load';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { expect, inject, it } from 'vitest';

it('a server killed with -9 under load starts again, and no acknowledged frame or user is missing', async () => {
  const installation = await createInstallation(inject('template'));
  const { acknowledged } = await killUnderLoad(installation, 3);
  const server = await startServerProgram({ ...installation.env, DEMO: '1' });
  expect(acknowledged.frames.length).toBeGreaterThan(50);
  expect(acknowledged.emails.length).toBeGreaterThan(3);
  expect(await findMissing((await installation.postgres()).connection, acknowledged)).toEqual({
    frames: [],
    emails: [],
    doubled: 0,
  });
  await server.stop();
  await installation.remove();
}, 300_000);
