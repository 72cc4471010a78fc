import type { SessionRow } from '@manoboard/contract/account/account';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { createBrowser } from '../../../test/browser.ts';
import { startWorld, type World } from '../../../test/world.ts';

type Browser = ReturnType<typeof createBrowser>;

let clockMs = Date.now();
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clockMs });
});
afterAll(() => world.stop());

const NEW_PASSWORD = 'Hladina456';
const send = (browser: Browser, method: string, path: string, body: unknown) =>
  browser.request(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const update = (browser: Browser, change: unknown) => send(browser, 'PATCH', '/users/me', change);

describe('profile', () => {
  it('R3.5 name, surname, phone number and address are stored, and a missing field is unchanged', async () => {
    const user = await world.user({ phone_number: '+421 900 123 456' });
    const change = { name: 'Ivana', surname: 'Prameňová', address: 'Hlavná 1, Žilina' };
    expect(await update(user, change)).toMatchObject({
      status: 200,
      body: { ...change, email: user.email, phone_number: '+421 900 123 456' },
    });
    await update(user, { phone_number: '' });
    expect((await user.get('/users/me')).body).toMatchObject({ ...change, phone_number: null });
    expect((await update(user, {})).body).toMatchObject(change);
  });

  it.each([
    ['R3.2 a name of one letter', { name: 'I' }],
    ['R3.2 an invalid e-mail', { email: 'eva@' }],
    ['a line break in the address', { address: 'Hlavná 1\nŽilina' }],
    ['an address of 201 characters', { address: 'x'.repeat(201) }],
    ['a field that is not the user’s to change', { roles: ['Super Seller'] }],
    ['a number for a text', { name: 12 }],
  ])('%s is refused with 422', async (_rule, change) => {
    const user = await world.user();
    expect((await update(user, change)).status).toBe(422);
  });

  it('R3.5 a new e-mail or password needs a fresh proof of identity, other fields need none', async () => {
    const user = await world.user();
    await world.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', user.id).execute();
    for (const change of [{ email: `new-${user.email}` }, { password: NEW_PASSWORD }])
      expect(await update(user, change)).toMatchObject({ status: 403, body: { detail: 'PROOF_REQUIRED' } });
    expect((await update(user, { name: 'Jana' })).status).toBe(200);
    expect((await world.browser().login(user.email, user.password)).status).toBe(204);
  });

  it('R3.5 a new e-mail takes effect when it is confirmed', async () => {
    const user = await world.user();
    const email = `new-${user.email}`;
    expect((await update(user, { email })).body).toMatchObject({
      email: user.email,
      pending_email: email,
    });
    expect((await world.browser().login(email, user.password)).status).toBe(400);
    expect((await world.browser().login(user.email, user.password)).status).toBe(204);
  });

  it('R3.5 the e-mail of another account is refused in any spelling; the own one is no change', async () => {
    const [user, other] = [await world.user(), await world.user()];
    expect(await update(user, { email: other.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { detail: 'UPDATE_USER_EMAIL_ALREADY_EXISTS' },
    });
    expect((await update(user, { email: user.email })).status).toBe(200);
  });
});

describe('password change', () => {
  it('R3.5 ends the other sessions and their streams, and keeps this one', async () => {
    const user = await world.user();
    const other = world.browser();
    await other.login(user.email, user.password);
    const stream = await other.stream();
    expect((await update(user, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await user.get('/users/me')).status).toBe(200);
    expect((await other.get('/users/me')).status).toBe(401);
    await waitFor(() => stream.state.isEnded, { what: 'the end of the stream' });
    expect((await world.browser().login(user.email, NEW_PASSWORD)).status).toBe(204);
  });

  it('R3.2 a weak, common or personal password is refused, also with the name of the same change', async () => {
    const user = await world.user();
    for (const [change, reason] of [
      [{ password: 'weak' }, 'password_weak'],
      [{ password: 'Sunshine1' }, 'password_common'],
      [{ password: 'Krajci2026', surname: 'Krajčí' }, 'password_personal'],
    ] as const)
      expect(await update(user, change)).toMatchObject({
        status: 400,
        body: { detail: { code: 'UPDATE_USER_INVALID_PASSWORD', reason } },
      });
    expect((await world.browser().login(user.email, user.password)).status).toBe(204);
  });
});

describe('sessions', () => {
  it('are listed with their browser, and one can be ended', async () => {
    const user = await world.user();
    const other = world.browser();
    await other.login(user.email, user.password);
    const { body } = await user.get('/users/me/sessions');
    const rows = body as { id: string; user_agent: string; is_current: boolean }[];
    expect(rows.map(({ is_current }) => is_current).sort()).toEqual([false, true]);
    const ended = rows.find(({ is_current }) => !is_current);
    expect(ended?.user_agent).toBe('node');
    const id = ended?.id ?? '';
    expect((await user.request(`/users/me/sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await other.get('/users/me')).status).toBe(401);
    expect((await user.get('/users/me')).status).toBe(200);
  });

  it('of another user answer like sessions that do not exist', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const { body } = await other.get('/users/me/sessions');
    const [theirs] = body as { id: string }[];
    for (const id of [theirs?.id ?? '', '0'.repeat(64)])
      expect(await user.request(`/users/me/sessions/${id}`, { method: 'DELETE' })).toMatchObject({
        status: 404,
        body: { detail: 'NOT_FOUND' },
      });
    expect((await other.get('/users/me')).status).toBe(200);
  });

  it('R3.5 show their last use, stored at most once in ten minutes, and the network of the login', async () => {
    const user = await world.user();
    const other = world.browser();
    await other.login(user.email, user.password);
    const startS = Math.floor(clockMs / 1000);
    const usedAt = async () => {
      const { body } = await user.get('/users/me/sessions');
      const rows = body as SessionRow[];
      const ages = rows.map(({ is_current, last_used_at }) => [
        is_current ? 'this' : 'other',
        last_used_at - startS,
      ]);
      return Object.fromEntries(ages);
    };
    clockMs += 9 * 60_000;
    expect((await other.get('/users/me')).status).toBe(200);
    expect(await usedAt()).toEqual({ this: 0, other: 0 });
    clockMs += 60_000;
    expect(await usedAt()).toEqual({ this: 600, other: 0 });
    const { body } = await other.get('/users/me/sessions');
    const places = (body as SessionRow[]).map(({ network, is_this_network }) => [network, is_this_network]);
    expect(places).toContainEqual(['127.0.0.x', true]);
    expect(places).toContainEqual([null, false]);
  });

  it('R3.5 all but the current one can be ended at once, with their streams', async () => {
    const [user, stranger] = [await world.user(), await world.user()];
    const others = [world.browser(), world.browser()];
    for (const other of others) await other.login(user.email, user.password);
    const stream = await others[0]?.stream();
    expect((await user.request('/users/me/sessions', { method: 'DELETE' })).status).toBe(204);
    for (const other of others) expect((await other.get('/users/me')).status).toBe(401);
    await waitFor(() => stream?.state.isEnded, { what: 'the end of the stream' });
    expect((await user.get('/users/me/sessions')).body).toHaveLength(1);
    expect((await stranger.get('/users/me')).status).toBe(200);
  });
});

describe('personalization', () => {
  const chosen = { card_order: ['electro_meter', 'pressure'], theme_colour: '#9333ea', locale: 'gb' };
  const path = '/users/me/personalization';

  it('R4.7 is empty at first, then holds the last choice of each user', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const nothing = { card_order: [], theme_colour: null, locale: null };
    expect((await user.get(path)).body).toEqual(nothing);
    expect(await send(user, 'PUT', path, chosen)).toMatchObject({ status: 200, body: chosen });
    expect((await user.get(path)).body).toEqual(chosen);
    expect((await other.get(path)).body).toEqual(nothing);
    const abroad = { ...chosen, time_zone: 'America/New_York' };
    expect(await send(user, 'PUT', path, abroad)).toMatchObject({ status: 200, body: abroad });
  });

  it.each([
    ['missing fields', { locale: 'gb' }],
    ['an invalid colour', { ...chosen, theme_colour: 'red;}' }],
    ['an unsupported language', { ...chosen, locale: 'fr' }],
    ['65 cards', { ...chosen, card_order: Array(65).fill('a') }],
    ['a card with a long name', { ...chosen, card_order: ['a'.repeat(65)] }],
    ['an unknown time zone', { ...chosen, time_zone: 'Europe/Atlantis' }],
    ['an unknown field', { ...chosen, more: 1 }],
  ])('%s is refused', async (_case, body) => {
    const user = await world.user();
    expect((await send(user, 'PUT', path, body)).status).toBe(422);
  });
});
