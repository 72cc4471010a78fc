import { aRegistration } from '@manoboard/testkit/factories';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { expect, inject, it, vi } from 'vitest';
import { createBrowser } from './browser.ts';

/** Starts the server and several programs beside it. */
vi.setConfig({ testTimeout: 120_000 });

it('R7.1 npm run cli -- role appoints a registered user as the first Super Seller, beside a running server', async () => {
  const installation = await createInstallation(inject('template'));
  const server = await startServerProgram({ ...installation.env, LOG_LEVEL: 'fatal' });
  const { email, password } = aRegistration();
  const browser = createBrowser(server.ready.url);
  await browser.post('/auth/register', aRegistration());
  await browser.login(email, password);
  const give = (...args: string[]) =>
    startProgram('apps/server/dist/role.mjs', args, installation.env).exitCode();
  expect(await give('nobody@example.com', 'Super Seller')).toBe(1);
  expect(await give(email, 'King')).toBe(1);
  expect((await browser.get('/roles/check')).body).toEqual([]);
  const stream = await browser.stream();
  await stream.next('snapshot');
  expect(await give(email.toUpperCase(), 'Super Seller')).toBe(0);
  await stream.next('devices');
  stream.close();
  expect((await browser.get('/roles/check')).body).toEqual(['Super Seller']);
  expect((await browser.get('/users')).status).toBe(200);
  await server.stop();
  await installation.remove();
});
