import { DAY_MS } from '@manoboard/domain/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeliveryWorld, startDeliveryWorld } from '../../../../test/delivery-world.ts';
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createRecipientLinks, recipientTarget } from './recipient-links.ts';

const refused = (status: number, detail: string) => ({ status, body: { detail } });
const GONE = refused(404, 'RECIPIENT_NOT_FOUND');

describe('R4.18 a recipient without rights', () => {
  let clockMs = Date.now();
  let world: World;
  let post: MailServer;
  beforeAll(async () => {
    post = await startMailServer();
    world = await startWorld({ now: () => clockMs, env: { SMTP_URL: post.url } });
  });
  afterAll(async () => {
    await world.stop();
    await post.stop();
  });

  let people = 0;
  const tokenIn = (text: string | undefined) => /\/told#token=([\w.-]+)/.exec(text ?? '')?.[1] ?? '';
  const answer = (token: string, agrees: boolean) =>
    world.browser().post('/recipients/answer', { token, agrees });

  async function house() {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const path = `/users-devices/${device.deviceId}/recipients`;
    const email = `sused-${++people}@example.com`;
    const add = (from = owner) => from.post(path, { name: 'Ján Hruška', email });
    const listed = async () => (await owner.get(path)).body as { id: number; state: string }[];
    const asked = async () => {
      expect((await add()).status).toBe(201);
      const [mail] = await post.mailsTo(email, 1);
      return { mail, token: tokenIn(mail?.text) };
    };
    return { owner, device, path, email, add, listed, asked };
  }

  it('is asked by one mail, which names the owner and no text of theirs, and agrees by its link without an account', async () => {
    const { owner, email, asked, listed } = await house();
    const { mail, token } = await asked();
    expect(mail?.text).toContain(owner.email);
    expect(mail?.text).not.toContain('Hruška');
    expect(await listed()).toMatchObject([{ name: 'Ján Hruška', email, state: 'asked' }]);
    expect(await world.browser().post('/recipients/open', { token })).toMatchObject({
      status: 200,
      body: { email, state: 'asked' },
    });
    expect(await answer(token, true)).toMatchObject({ status: 200, body: { state: 'agreed' } });
    expect(await listed()).toMatchObject([{ state: 'agreed' }]);
  });

  it('who declines, or ends it later, is not asked again, also for another device of the owner', async () => {
    const { owner, path, email, add, asked, listed } = await house();
    const { token } = await asked();
    await answer(token, true);
    expect(await answer(token, false)).toMatchObject({ status: 200, body: { state: 'declined' } });
    const [row] = await listed();
    expect(await owner.send('DELETE', `${path}/${row?.id}`)).toMatchObject(
      refused(409, 'RECIPIENT_DECLINED'),
    );
    expect(await add()).toMatchObject(refused(409, 'RECIPIENT_DECLINED'));
    const second = await world.enrol(owner.id);
    const again = await owner.post(`/users-devices/${second.deviceId}/recipients`, { name: 'Ján', email });
    expect(again).toMatchObject(refused(409, 'RECIPIENT_DECLINED'));
    expect(await post.mailsTo(email, 1)).toHaveLength(1);
  });

  it('cannot agree after 7 days, but can decline', async () => {
    const { asked } = await house();
    const { token } = await asked();
    clockMs += 7 * DAY_MS + 1000;
    expect(await answer(token, true)).toMatchObject(GONE);
    expect((await answer(token, false)).status).toBe(200);
  });

  it('is removed by the owner, and by a change of owner', async () => {
    const { owner, path, asked, listed } = await house();
    const { token } = await asked();
    const [row] = await listed();
    expect((await owner.send('DELETE', `${path}/${row?.id}`)).status).toBe(204);
    expect(await answer(token, true)).toMatchObject(GONE);
    const sold = await house();
    const other = await sold.asked();
    const heir = await world.user();
    await sold.owner.post(`/users-devices/${sold.device.deviceId}/transfer`, { email: heir.email });
    expect(await answer(other.token, true)).toMatchObject(GONE);
    expect((await heir.get(sold.path)).body).toEqual([]);
  });

  it('is in the list once, and is managed by the owner, not by a watcher', async () => {
    const { owner, device, path, add, asked } = await house();
    await asked();
    expect(await add()).toMatchObject(refused(409, 'RECIPIENT_EXISTS'));
    const son = await world.user();
    await owner.post(`/users-devices/${device.deviceId}/delegations`, { email: son.email, level: 'watch' });
    expect((await son.get(path)).status).toBe(403);
    expect(await add(son)).toMatchObject(refused(403, 'FORBIDDEN'));
  });

  it.each(['x', '1.x', `1.${'A'.repeat(43)}`, '0.1'])('a forged link is refused: %s', async (token) =>
    expect(await answer(token, true)).toMatchObject(GONE),
  );
});

it('R4.18 a link of one recipient does not open another', () => {
  const links = createRecipientLinks(Buffer.alloc(32, 1), (path) => path);
  const token = links.url(7).split('token=')[1] ?? '';
  expect(links.read(token)).toBe(7);
  expect(links.read(token.replace('7.', '8.'))).toBeUndefined();
  expect(createRecipientLinks(Buffer.alloc(32, 2), (path) => path).read(token)).toBeUndefined();
});

describe('R4.18 delivery to recipients', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await startDeliveryWorld();
  });
  afterAll(() => world.stop());

  async function house(state: 'asked' | 'agreed' | 'declined') {
    const owner = await world.user();
    const deviceKey = await world.device({ owner, delegate: undefined });
    const email = `${crypto.randomUUID()}@example.com`;
    const at = new Date(0);
    const { id } = await world.db
      .insertInto('alert_recipient')
      .values({
        device_id: deviceKey,
        asked_by: owner.id,
        name: 'Ján',
        email,
        locale: 'gb',
        state,
        asked_at: at,
        changed_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { owner, deviceKey, email, id };
  }

  it('an alarm and its end reach them at once, in their language, with a link that ends it and none into the console', async () => {
    const server = world.newServer();
    const { deviceKey, email, id } = await house('agreed');
    const alertId = await world.raise(server, deviceKey);
    await server.settle();
    const [mail] = world.mailsTo({ email });
    expect(mail?.headers).toMatch(
      new RegExp(`^list-unsubscribe:\\s+<https://console\\.example/told#token=${id}\\.`, 'im'),
    );
    expect(mail?.parts).toContain('Check the water level');
    expect(mail?.parts).toContain('/told#token=');
    for (const part of ['/admin/', 'Lesná 7']) expect(mail?.parts).not.toContain(part);
    const rows = await world.ledger(alertId);
    expect(rows.find(({ step }) => step === 'recipients')).toMatchObject({
      state: 'sent',
      user_id: null,
      target_id: recipientTarget(id),
      target_label: 'Ján',
    });
    await world.clear(server, alertId, deviceKey);
    world.clock.ms += 16 * 60_000;
    await server.settle();
    expect(world.mailsTo({ email })).toHaveLength(2);
  });

  it('a warning does not reach them, and neither does an alarm before they agree or after they end it', async () => {
    const server = world.newServer();
    const agreed = await house('agreed');
    await world.raise(server, agreed.deviceKey, { severity: 'warning' });
    const others = [await house('asked'), await house('declined')];
    for (const { deviceKey } of others) await world.raise(server, deviceKey);
    await server.settle();
    for (const { email } of [agreed, ...others]) expect(world.mailsTo({ email })).toEqual([]);
  });

  it('a planned message is dropped when they end it, and when the alert is resolved', async () => {
    const server = world.newServer();
    const [ended, resolved] = [await house('agreed'), await house('agreed')];
    await world.raise(server, ended.deviceKey);
    const alertId = await world.raise(server, resolved.deviceKey);
    await world.db
      .updateTable('alert_recipient')
      .set({ state: 'declined' })
      .where('id', '=', ended.id)
      .execute();
    await server.withdraw(world.db, alertId);
    await server.settle();
    for (const { email } of [ended, resolved]) expect(world.mailsTo({ email })).toEqual([]);
  });
});
