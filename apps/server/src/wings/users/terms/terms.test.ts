import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '@manoboard/contract/account/account';
import type { Terms } from '@manoboard/contract/account/terms';
import { aRegistration } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import { readTerms } from './terms.service.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manoboard-terms-'));
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

/** Registers an account as a user does, and logs in. */
async function register(email: string) {
  const registration = aRegistration({ email });
  const browser = world.browser();
  await browser.post('/auth/register', registration);
  await browser.login(email, registration.password);
  return Object.assign(browser, registration);
}

const read = async (locale: string) => (await world.browser().get(`/terms/${locale}`)).body as Terms;

it('R3.1 the terms are public in both languages, and a new account stores their version', async () => {
  const [sk, gb] = [await read('sk'), await read('gb')];
  expect(sk.text).toContain('# Podmienky používania');
  expect(gb.text).toContain('# Terms of use');
  expect(sk.version).toBe(gb.version);
  const user = (await (await register('first@example.com')).get('/users/me')).body as User;
  expect(user.terms_version).toBe(sk.version);
  expect(Math.abs(user.terms_accepted_at - Date.now() / 1000)).toBeLessThan(60);
  expect((await world.browser().get('/terms/de')).status).toBe(422);
});

it('R3.1 the operator replaces the texts; accounts keep the version that was agreed to', async () => {
  const before = await register('before@example.com');
  const old = await read('sk');
  await writeFile(join(folder, 'terms.sk.md'), '# Naše podmienky');
  await writeFile(join(folder, 'terms.gb.md'), '# Our terms');
  world.env.TERMS_DIR = folder;
  await world.restart();
  const changed = await read('gb');
  expect(changed.text).toBe('# Our terms');
  expect(changed.version).not.toBe(old.version);
  const again = world.browser();
  await again.login(before.email, before.password);
  expect((await again.get('/users/me')).body).toMatchObject({ terms_version: old.version });
  expect((await (await register('after@example.com')).get('/users/me')).body).toMatchObject({
    terms_version: changed.version,
  });
});

it('a folder without the texts stops the start and names the file', () => {
  expect(() => readTerms(join(folder, 'none'))).toThrow(/TERMS_DIR: .*terms\.sk\.md cannot be read/);
});
