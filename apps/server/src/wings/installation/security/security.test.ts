import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnLogin, SecurityEvent, SecurityPage } from '@manoboard/contract/installation/security-event';
import { connectIntegration } from '@manoboard/testkit/integration-client';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPump } from '../../../../test/pump.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { verifyAudit } from '../../../audit-log/audit.service.ts';
import { removeFactors } from '../../auth/factors/factor-reset.service.ts';
import { giveRole } from '../../auth/grant-role.service.ts';

const OPERATOR_TOKEN = 'the-token-of-the-operator';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let world: World;
let boss: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  const env: Record<string, string> = { OPERATOR_TOKEN, TRUSTED_PROXIES: '127.0.0.1' };
  world = await startWorld({ env });
  boss = await world.user({ name: 'Eva', surname: 'Nováková' }, ['Super Seller']);
});
afterAll(() => world.stop());

/** What the log has of a kind, newest first. */
async function logOf(query: string): Promise<SecurityEvent[]> {
  await world.server.storeSecurityLog();
  return ((await boss.get(`/installation/security-events?${query}`)).body as SecurityPage).events;
}
const from = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': FIREFOX });

it('a login and a wrong password are recorded with account, address and browser, and listed to their user', async () => {
  const user = await world.user();
  await world.browser().login(user.email, user.password, undefined, from('198.51.100.7'));
  await world.browser().login(user.email.toUpperCase(), 'Wrong1234', undefined, from('203.0.113.9'));
  const [failed, done] = await logOf(`kind=login&user_id=${user.id}`);
  expect(done).toMatchObject({ outcome: 'done', address: '198.51.100.7', user_agent: FIREFOX, count: 1 });
  expect(failed).toMatchObject({
    outcome: 'refused',
    code: 'LOGIN_BAD_CREDENTIALS',
    user: { id: user.id },
    address: '203.0.113.9',
  });
  const own = (await user.get('/users/me/logins')).body as OwnLogin[];
  expect(own.map(({ outcome, address }) => [outcome, address])).toEqual([
    ['refused', '203.0.113.9'],
    ['done', '198.51.100.7'],
  ]);
  expect((await (await world.user()).get('/users/me/logins')).body).toEqual([]);
});

it('a flood of wrong passwords is a few rows, and the hash chain stays whole', async () => {
  const before = (await logOf('outcome=refused')).length;
  for (let round = 0; round < 10; round++)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        world
          .browser()
          .login(`nobody${n}@example.com`, `Wrong${round}`, undefined, from(`203.0.113.${n % 5}`)),
      ),
    );
  const rows = (await logOf('outcome=refused')).length - before;
  expect(rows).toBeLessThanOrEqual(50);
  const { count } = await world.db
    .selectFrom('security_event')
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeLessThan(250);
  expect(await verifyAudit(world.db)).toHaveProperty('head');
});

it('refused logins of a board and of a program are recorded with their names and address, a name that is none without it', async () => {
  const device = await world.enrol();
  for (const secret of ['a-guess', 'another-guess'])
    await expect(device.connect({ secret })).rejects.toThrow(/Bad username/);
  const { mqttUrl: url } = world.server;
  for (const username of ['integration/4711', 'a-secret-instead-of-a-name'])
    await expect(connectIntegration({ url, username, password: 'a-guess' })).rejects.toThrow();
  const facts = ({ kind, code, address, count, detail }: SecurityEvent) => ({
    kind,
    code,
    address,
    count,
    detail,
  });
  const same = { code: 'LOGIN_BAD_CREDENTIALS', address: '127.0.0.1', count: 1 };
  expect((await logOf('kind=board&outcome=refused')).map(facts)).toEqual([
    { ...same, kind: 'board', detail: {} },
    { ...same, kind: 'board', detail: { id_dev: device.deviceId } },
  ]);
  expect((await logOf('kind=program&outcome=refused')).map(facts)).toEqual([
    { ...same, kind: 'program', detail: { program: 'integration/4711' } },
  ]);
});

it('tools of the operator are recorded with the account that they changed', async () => {
  const user = await world.user();
  await giveRole(world.db, user.email, 'Technician');
  await removeFactors(world.db, user.email);
  const id = `${user.id}`;
  expect((await logOf('kind=role'))[0]).toMatchObject({
    user: null,
    detail: { tool: 'npm run cli -- role', id, role: 'Technician' },
  });
  expect((await logOf('kind=factor'))[0]).toMatchObject({
    user: null,
    detail: { tool: 'npm run cli -- factors', id },
  });
  expect(await verifyAudit(world.db)).toHaveProperty('head');
});

it('a denied call is recorded', async () => {
  const user = await world.user();
  await user.get('/users');
  expect(await logOf(`kind=denied&user_id=${user.id}`)).toMatchObject([
    { code: 'FORBIDDEN', detail: { call: 'GET /users' } },
  ]);
});

it('a device of others is a denial, and a limit that was hit is recorded', async () => {
  const user = await world.user();
  const { device } = await aPump(world);
  await user.startStop(device.deviceId, true);
  expect(await logOf(`kind=denied&user_id=${user.id}`)).toMatchObject([{ code: 'DEVICE_NOT_FOUND' }]);
  for (let n = 0; n < 12; n++)
    await world.browser().login('limited@example.com', 'Wrong1', undefined, from('192.0.2.55'));
  expect((await logOf('kind=limit'))[0]).toMatchObject({ address: '192.0.2.55', user: null });
});

it('roles, lists of users and exports are recorded with what they were about', async () => {
  const user = await world.user();
  await boss.post(`/users/${user.id}/permissions`, { role: 'Technician' });
  await boss.get('/users');
  await user.get('/users/me/export');
  expect((await logOf('kind=role'))[0]).toMatchObject({
    user: { id: boss.id, name: 'Eva Nováková' },
    detail: { id: `${user.id}` },
  });
  expect((await logOf('kind=users_listed'))[0]).toMatchObject({ user: { id: boss.id } });
  expect((await logOf(`kind=export&user_id=${user.id}`))[0]).toMatchObject({ outcome: 'done' });
});

it('a start is recorded with the settings that are not the default, and without secrets', async () => {
  const [start] = await logOf('kind=start');
  expect(start?.detail).toMatchObject({ OPERATOR_TOKEN: '(set)', TRUSTED_PROXIES: '127.0.0.1' });
  expect(start?.detail).not.toHaveProperty('HOST');
});

it('pages continue where the last one ended; only Super Sellers read the log', async () => {
  await world.server.storeSecurityLog();
  const first = (await boss.get('/installation/security-events')).body as SecurityPage;
  expect(first.events).toHaveLength(50);
  const second = (await boss.get(`/installation/security-events?before=${first.next}`)).body as SecurityPage;
  expect(second.events[0]?.seq).toBeLessThan(first.events.at(-1)?.seq ?? 0);
  for (const role of ['Technician', 'Seller'] as const) {
    const staff = await world.user({}, [role]);
    expect((await staff.get('/installation/security-events')).status).toBe(403);
    expect((await staff.get('/installation/security-events.csv')).status).toBe(403);
  }
  const csv = String((await boss.get('/installation/security-events.csv?kind=start')).body);
  expect(csv).toMatch(/^\uFEFF?Čas/);
  expect(csv).toContain('OPERATOR_TOKEN: (set)');
});

it('the log is forwarded as lines of JSON, and its end is written elsewhere; neither has a secret', async () => {
  const [lines, heads] = [join(world.dataDir, 'forward.jsonl'), join(world.dataDir, 'heads.txt')];
  Object.assign(world.env, { AUDIT_FORWARD: lines, AUDIT_HEAD: heads });
  await world.restart();
  const metrics = await (await fetch(`${world.server.url}/metrics`)).text();
  expect(metrics.match(/^manoboard_path_writable.*$/gm)).toEqual([
    'manoboard_path_writable{setting="AUDIT_FORWARD"} 1',
    'manoboard_path_writable{setting="AUDIT_HEAD"} 1',
  ]);
  const user = await world.user();
  const password = 'Wrong-and-secret-1';
  await world.browser().login(user.email, password);
  await world.browser().login(user.email, user.password);
  await world.server.storeSecurityLog();
  const texts = () => readFile(lines, 'utf8').catch(() => '');
  await waitFor(async () => (await texts()).includes('"outcome":"done","code":null,"user_id"'));
  await world.server.runJob('audit-head');
  const text = await texts();
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; hash: string });
  expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  const [, head = ''] = (await readFile(heads, 'utf8')).trim().split(' ');
  const [seq, hash = ''] = head.split(':');
  expect(await verifyAudit(world.db, { seq: Number(seq), hash: Buffer.from(hash, 'hex') })).toHaveProperty(
    'head',
  );
  const entries = await world.db.selectFrom('audit').select('entry').execute();
  const everything = text + entries.map(({ entry }) => entry).join('\n');
  for (const secret of [password, user.password, user.email, OPERATOR_TOKEN, ...user.cookies.values()])
    expect(everything).not.toContain(secret);
});
