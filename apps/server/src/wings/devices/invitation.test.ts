import { DAY_MS } from '@manoboard/domain/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { startWorld, type World } from '../../../test/world.ts';

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

type User = Awaited<ReturnType<World['user']>>;
interface Made {
  id: number;
  link: string | null;
}

const refused = (status: number, detail: string) => ({ status, body: { detail } });
const GONE = refused(404, 'INVITATION_NOT_FOUND');
const tokenIn = (text: string | null | undefined) =>
  /\/invitation#token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

async function house() {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const base = `/users-devices/${device.deviceId}`;
  const path = `${base}/invitations`;
  const invite = async (body: object, from: User = owner) =>
    from.post(path, { email: null, level: 'watch', ...body });
  const link = async (body: object = {}, from?: User) => {
    const { body: made } = await invite(body, from);
    return { id: (made as Made).id, token: tokenIn((made as Made).link) };
  };
  const listed = async (user: User = owner) => (await user.get(path)).body as Made[];
  return { owner, device, base, path, invite, link, listed };
}
const accept = (user: User, token: string) => user.post('/invitations/accept', { token });
const open = (token: string) => world.browser().post('/invitations/open', { token });
const accessOf = async (user: User) => (await user.get('/users-devices/get-devices')).body;

describe('R4.18 an invitation by link', () => {
  it('shows what it gives without a login, gives access to one account, and is used up', async () => {
    const { owner, device, link, listed } = await house();
    const { token } = await link({ level: 'switch' });
    expect(await open(token)).toMatchObject({ status: 200, body: { level: 'switch', email: null } });
    const [son, other] = [await world.user(), await world.user()];
    expect(await accept(son, token)).toMatchObject({ status: 200, body: { id_dev: device.deviceId } });
    expect(await accessOf(son)).toMatchObject([{ id_dev: device.deviceId, level: 'switch' }]);
    for (const user of [son, other]) expect(await accept(user, token)).toMatchObject(GONE);
    expect(await open(token)).toMatchObject(GONE);
    expect(await accessOf(other)).toEqual([]);
    expect(await listed()).toEqual([]);
    expect((await owner.get(`/users-devices/${device.deviceId}/delegations`)).body).toMatchObject([
      { user_id: son.id, level: 'switch' },
    ]);
  });

  it('accepted by two accounts at once gives access to one', async () => {
    const { link } = await house();
    const { token } = await link();
    const people = [await world.user(), await world.user()];
    const answers = await Promise.all(people.map((user) => accept(user, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('is stored as a hash, and the list does not show the link again', async () => {
    const { device, link, listed } = await house();
    const { token } = await link();
    const rows = await world.db
      .selectFrom('invitation')
      .where('device_id', '=', device.id)
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await listed())).not.toContain(token);
  });

  it('gives nothing to an account without a confirmed e-mail, and is not used up by it', async () => {
    const { link } = await house();
    const { token } = await link();
    const son = await world.user();
    const confirm = (email_confirmed_at: Date | null) =>
      world.db.updateTable('app_user').set({ email_confirmed_at }).where('id', '=', son.id).execute();
    await confirm(null);
    expect(await accept(son, token)).toMatchObject(refused(409, 'EMAIL_UNCONFIRMED'));
    await confirm(new Date());
    expect((await accept(son, token)).status).toBe(200);
  });

  it('takes no access from who has more: the owner is refused, and it stays open', async () => {
    const { owner, link } = await house();
    const { token } = await link();
    expect(await accept(owner, token)).toMatchObject(refused(409, 'USER_HAS_ACCESS'));
    expect((await open(token)).status).toBe(200);
  });

  it('is void after 7 days, and leaves the table', async () => {
    const { device, link } = await house();
    const { token } = await link();
    clockMs += 7 * DAY_MS;
    expect(await accept(await world.user(), token)).toMatchObject(GONE);
    expect(await open(token)).toMatchObject(GONE);
    await world.server.runJob('invitation-ends');
    expect(await world.db.selectFrom('invitation').where('device_id', '=', device.id).execute()).toEqual([]);
  });

  it('is void once withdrawn, and an unknown link has the same answer', async () => {
    const { owner, path, link } = await house();
    const { id, token } = await link();
    expect((await owner.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expect(await owner.send('DELETE', `${path}/${id}`)).toMatchObject(GONE);
    const [withdrawn, unknown] = [await open(token), await open('x'.repeat(43))];
    expect(withdrawn).toMatchObject(GONE);
    expect(withdrawn.body).toEqual(unknown.body);
  });

  it('R4.3c dies with the tenure, also if the former owner gets the device back', async () => {
    const { owner, device, base, link } = await house();
    const { token } = await link();
    const heir = await world.user();
    expect((await owner.post(`${base}/transfer`, { email: heir.email })).status).toBe(204);
    expect((await heir.post(`${base}/transfer`, { email: owner.email })).status).toBe(204);
    expect(await accept(await world.user(), token)).toMatchObject(GONE);
    expect(await world.db.selectFrom('invitation').where('device_id', '=', device.id).execute()).toEqual([]);
  });

  it('of a delegate ends with their access, is shown to them and the owner, and is void below their level', async () => {
    const { owner, base, link, listed } = await house();
    const [first, second] = [await world.user({}, ['Technician']), await world.user({}, ['Seller'])];
    for (const { email } of [first, second]) await owner.post(`${base}/delegations`, { email });
    const [one, other] = [await link({}, first), await link({}, second)];
    expect((await listed()).map(({ id }) => id)).toEqual([one.id, other.id]);
    expect((await listed(first)).map(({ id }) => id)).toEqual([one.id]);
    expect(await first.send('DELETE', `${base}/invitations/${other.id}`)).toMatchObject(GONE);
    await owner.send('DELETE', `${base}/delegations/${first.id}`);
    await owner.post(`${base}/delegations`, { email: second.email, level: 'switch' });
    for (const { token } of [one, other]) expect(await accept(await world.user(), token)).toMatchObject(GONE);
  });

  it('R4.3b ends at the latest with the access of its giver', async () => {
    const { owner, device, base, invite, link } = await house();
    const helper = await world.user({}, ['Technician']);
    const give = (seconds: number) =>
      owner.post(`${base}/delegations`, { email: helper.email, expires_at: seconds });
    const end = Math.floor(clockMs / 1000) + 9000;
    await give(end);
    expect(await invite({ expires_at: end + 1 }, helper)).toMatchObject(
      refused(409, 'DELEGATION_END_REFUSED'),
    );
    const { token } = await link({}, helper);
    await give(end - 4000);
    const son = await world.user();
    expect((await accept(son, token)).status).toBe(200);
    const { expires_at } = await world.db
      .selectFrom('user_device')
      .where('device_id', '=', device.id)
      .where('user_id', '=', son.id)
      .select('expires_at')
      .executeTakeFirstOrThrow();
    expect(expires_at?.getTime()).toBe((end - 4000) * 1000);
  });

  it('a giver whose account is disabled gives nothing', async () => {
    const { owner, link } = await house();
    const { token } = await link();
    await world.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', owner.id)
      .execute();
    expect(await accept(await world.user(), token)).toMatchObject(GONE);
  });

  it.each([[{ level: 'full' }], [{ level: 'owner' }], [{ email: 'a@example.com\nBcc: b@example.com' }]])(
    'rejects %j',
    async (body) => expect((await (await house()).invite(body)).status).toBe(422),
  );
});

describe('R4.18 an invitation by mail', () => {
  it('is for the account of its address, in any case; the mail names the giver and no text of theirs', async () => {
    const { owner, device, invite } = await house();
    await world.db.updateTable('device').set({ alias: 'Kúpte si' }).where('id', '=', device.id).execute();
    const son = await world.user();
    const [name = '', domain] = son.email.split('@');
    const typed = `${name.toUpperCase()}@${domain}`;
    expect(await invite({ email: typed })).toMatchObject({
      status: 201,
      body: { link: null },
    });
    const [mail] = await post.mailsTo(son.email, 1);
    expect(mail?.text).toContain(owner.email);
    expect(mail?.text).not.toContain('Kúpte si');
    const token = tokenIn(mail?.text);
    expect(await accept(await world.user(), token)).toMatchObject(refused(409, 'INVITATION_OTHER_ADDRESS'));
    expect((await accept(son, token)).status).toBe(200);
  });

  it('a new one to the same address voids the earlier', async () => {
    const { invite, listed } = await house();
    const email = 'brat@example.com';
    await invite({ email });
    const [first] = await post.mailsTo(email, 1);
    await invite({ email, level: 'switch' });
    await post.mailsTo(email, 2);
    expect(await open(tokenIn(first?.text))).toMatchObject(GONE);
    expect(await listed()).toMatchObject([{ email, level: 'switch' }]);
  });

  it('the answer does not say whether the address has an account', async () => {
    const { invite } = await house();
    const answers = [
      await invite({ email: (await world.user()).email }),
      await invite({ email: 'nikto@example.com' }),
    ];
    const [known, unknown] = answers.map(({ status, body }) => [status, Object.keys(body as object).sort()]);
    expect(known).toEqual(unknown);
  });

  it('many owners together send an address 5 mails an hour, and one owner 20 invitations', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await (await house()).invite({ email: 'ciel@example.com' })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    const { invite } = await house();
    const mine: number[] = [];
    for (let i = 0; i < 21; i++) mine.push((await invite({})).status);
    expect(mine.filter((status) => status === 201)).toHaveLength(20);
    expect(mine.at(-1)).toBe(429);
  });

  it('an owner without a confirmed e-mail invites nobody', async () => {
    const { owner, invite } = await house();
    await world.db
      .updateTable('app_user')
      .set({ email_confirmed_at: null })
      .where('id', '=', owner.id)
      .execute();
    expect(await invite({ email: 'ktosi@example.com' })).toMatchObject(refused(409, 'EMAIL_UNCONFIRMED'));
  });

  it('R5.7b the timeline has the invitation and its end, without the address', async () => {
    const { owner, device, path, invite } = await house();
    const { body } = await invite({ email: 'zapis@example.com' });
    await owner.send('DELETE', `${path}/${(body as Made).id}`);
    const rows = await world.db
      .selectFrom('device_change')
      .where('device_id', '=', device.id)
      .selectAll()
      .orderBy('id')
      .execute();
    expect(rows.map(({ kind, action }) => `${kind} ${action}`)).toEqual(['access added', 'access removed']);
    expect(JSON.stringify(rows)).not.toContain('zapis@');
  });
});

it('R4.18 a network that tries many links is answered 429', async () => {
  const { body } = await open('x');
  expect(body).toMatchObject({ detail: 'INVITATION_NOT_FOUND' });
  const answers = await Promise.all(Array.from({ length: 80 }, (_, i) => open(`guess${i}`)));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
});
