import { EXAMPLES, goodRequest, pathOf } from '@manoboard/contract/docs/examples';
import { type ApiName, api } from '@manoboard/contract/http/api';
import { tokenScopeOf } from '@manoboard/contract/http/token-scopes';
import { type ApiTokenWithSecret, MAX_TOKENS, type TokenList } from '@manoboard/contract/token/token';
import { DAY_MS } from '@manoboard/domain/time';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAlert } from '../../../../test/alert-row.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let nowMs = Date.now();
beforeAll(async () => {
  world = await startWorld({ now: () => nowMs });
});
afterAll(() => world.stop());

const TOKENS = '/users/me/tokens';
type User = Awaited<ReturnType<World['user']>>;
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

async function addToken(user: User, switch_devices: string[] = [], days = 30, watch_devices?: string[]) {
  const added = await user.post(TOKENS, { name: 'Skript', days, switch_devices, watch_devices });
  expect(added.status).toBe(201);
  return added.body as ApiTokenWithSecret;
}
const script = (secret: string) => {
  const { get, post, request } = world.browser();
  return {
    get: (path: string) => get(path, bearer(secret)),
    post: (path: string, body: unknown) => post(path, body, bearer(secret)),
    send: (path: string, init: RequestInit) =>
      request(path, { ...init, headers: { ...init.headers, ...bearer(secret) } }),
    stream: () => fetch(`${world.server.url}/api/actual-data/stream`, { headers: bearer(secret) }),
  };
};
/** Rejects when the server has closed the stream. */
const readToEnd = (stream: Response) => stream.text();

it('a token reads the devices of its user, and its secret is stored as a hash and shown once', async () => {
  const user = await world.user();
  const { deviceId } = await world.enrol(user.id);
  const token = await addToken(user);
  expect(token.secret).toMatch(/^mnb_[\w-]{43}$/);
  expect(await script(token.secret).get('/users-devices/get-devices')).toMatchObject({
    status: 200,
    body: [{ id_dev: deviceId }],
  });
  const { body } = await user.get(TOKENS);
  expect(body).toMatchObject({
    tokens: [{ id: token.id, switch_devices: [], last_network: '127.0.0.x' }],
    refusal: null,
  });
  expect(JSON.stringify(body)).not.toContain(token.secret);
  const rows = await world.db.selectFrom('api_token').selectAll().execute();
  expect(JSON.stringify(rows.map((row) => ({ ...row, hash: row.token_hash.toString() })))).not.toContain(
    token.secret,
  );
});

it.each([
  ['a read token reaches exactly the calls of the list', ['read', 'watch'], false],
  ['R4.3b R9.1 a wall token reaches the wall alone', ['watch'], true],
])('%s, and no call changes anything', async (_case, scopes, isWall) => {
  // A role of the user opens nothing: the token of one member of staff must not open the fleet.
  const user = await world.user({}, ['Super Seller', 'Technician']);
  const other = await world.user();
  const { deviceId } = await world.enrol(user.id);
  const { secret } = await addToken(user, [], 30, isWall ? [deviceId] : undefined);
  const fixtures = { ...EXAMPLES, deviceId, userId: other.id, email: other.email };
  const wrong: string[] = [];
  for (const name of Object.keys(api) as ApiName[]) {
    const { method, who } = api[name];
    if (who !== 'user') continue;
    const { params, query, body: sent } = goodRequest(name, fixtures);
    const { status, body } = await script(secret).send(
      `${pathOf(api[name], params)}?${new URLSearchParams(query)}`,
      {
        method,
        ...(sent && { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
      },
    );
    const isDenied = status === 403 && (body as { detail: string }).detail === 'FORBIDDEN';
    if (isDenied === scopes.includes(tokenScopeOf(api[name]) ?? 'none'))
      wrong.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  expect(wrong).toEqual([]);
  expect((await user.get(TOKENS)).body).toMatchObject({ tokens: [{ name: 'Skript' }] });
});

describe('a switching token', () => {
  it('switches the chosen pump alone, and the command names the token', async () => {
    const user = await world.user();
    const [chosen, other] = [await world.enrol(user.id), await world.enrol(user.id)];
    const { secret } = await addToken(user, [chosen.deviceId]);
    const startStop = (deviceId: string) =>
      script(secret).post(`/mqtt/${deviceId}/start-stop`, { what: 'start', value: true });
    expect((await startStop(chosen.deviceId)).body).toMatchObject({ detail: 'DEVICE_OFFLINE' });
    expect(await startStop(other.deviceId)).toMatchObject({ status: 403, body: { detail: 'FORBIDDEN' } });
    const commands = await world.db
      .selectFrom('command')
      .where('user_id', '=', user.id)
      .select(['device_id', 'via', 'problem'])
      .orderBy('device_id')
      .execute();
    expect(commands).toEqual([
      { device_id: chosen.id, via: 'Skript', problem: 'DEVICE_OFFLINE' },
      { device_id: other.id, via: 'Skript', problem: 'FORBIDDEN' },
    ]);
    expect(await script(secret).post(`/mqtt/${chosen.deviceId}/set-lock`, {})).toMatchObject({ status: 403 });
  });

  it('loses a pump with the access of its user', async () => {
    const [owner, technician] = [await world.user(), await world.user({}, ['Technician'])];
    const { deviceId } = await world.enrol(owner.id);
    await owner.post(`/users-devices/${deviceId}/delegations`, { email: technician.email });
    const { secret } = await addToken(technician, [deviceId]);
    const startStop = () =>
      script(secret).post(`/mqtt/${deviceId}/start-stop`, { what: 'start', value: true });
    expect((await startStop()).status).toBe(409);
    await owner.send('DELETE', `/users-devices/${deviceId}/delegations/${technician.id}`);
    // The role of the technician still opens the device in the console.
    expect(await startStop()).toMatchObject({ status: 404, body: { detail: 'DEVICE_NOT_FOUND' } });
  });

  it('for a device that the user does not hold is refused', async () => {
    const user = await world.user();
    const { deviceId } = await world.enrol();
    expect(await user.post(TOKENS, { name: 'x', days: 1, switch_devices: [deviceId] })).toMatchObject({
      status: 404,
      body: { detail: 'DEVICE_NOT_FOUND' },
    });
  });
});

describe('R4.3b R9.1 a wall token', () => {
  const idsOf = (body: unknown) => (body as { device_id: string }[]).map(({ device_id }) => device_id);
  const readFirst = async (stream: Response) => {
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('\n\n')) text += (await reader?.read())?.value ?? '';
    return { text, reader };
  };

  it('shows the chosen pumps in their order, and its stream has no other device', async () => {
    const user = await world.user();
    const [first, second, other] = [
      await world.enrol(user.id),
      await world.enrol(user.id),
      await world.enrol(user.id),
    ];
    const wall = script((await addToken(user, [], 365, [second.deviceId, first.deviceId])).secret);
    for (const { id } of [first, second, other])
      await world.db
        .updateTable('device')
        .set({ fc_id: `fc-${id}`, fc_type: 'x' })
        .where('id', '=', id)
        .execute();
    await world.db
      .updateTable('device')
      .set({
        place: JSON.stringify({ name: 'Chata', address: 'Poniky 4', lat: null, lon: null, key_at: 'u Jána' }),
      })
      .where('id', '=', first.id)
      .execute();
    const taken = await insertAlert(world.db, first.id);
    await world.db
      .updateTable('alert')
      .set({ assignee_id: user.id, assigned_at: new Date() })
      .where('id', '=', taken)
      .execute();
    expect(await wall.get('/wall/litres?zone=UTC')).toMatchObject({ status: 200, body: [] });
    const { status, body } = await wall.get('/wall');
    expect(status).toBe(200);
    // No surname, no key, and no address of the owner.
    expect(JSON.stringify(body)).not.toContain('Jána');
    expect(body).toMatchObject([
      { device_id: second.deviceId, water: { kind: 'unknown', reason: 'offline' }, pressure_bar: null },
      { device_id: first.deviceId, place: 'Chata', coming: { name: expect.stringMatching(/^\S+$/) } },
    ]);
    const { text, reader } = await readFirst(await wall.stream());
    expect(text).toContain(first.deviceId);
    expect(text).not.toContain(other.deviceId);
    await reader?.cancel();
    expect((await user.get(TOKENS)).body).toMatchObject({
      tokens: [{ watch_devices: [first.deviceId, second.deviceId].sort() }],
    });
  });

  it('loses a pump with the access of its user, while a role keeps it as long as it lasts', async () => {
    const [owner, friend, staff] = [
      await world.user(),
      await world.user({}, ['Technician']),
      await world.user({}, ['Super Seller']),
    ];
    const device = await world.enrol(owner.id);
    await world.db
      .updateTable('device')
      .set({ fc_id: `fc-${device.id}`, fc_type: 'x' })
      .where('id', '=', device.id)
      .execute();
    await owner.post(`/users-devices/${device.deviceId}/delegations`, { email: friend.email });
    const walls = [
      script((await addToken(friend, [], 30, [device.deviceId])).secret),
      script((await addToken(staff, [], 30, [device.deviceId])).secret),
    ] as const;
    const seen = () => Promise.all(walls.map(async (wall) => idsOf((await wall.get('/wall')).body).length));
    expect(await seen()).toEqual([1, 1]);
    await owner.send('DELETE', `/users-devices/${device.deviceId}/delegations/${friend.id}`);
    await world.db.deleteFrom('user_role').where('user_id', 'in', [friend.id, staff.id]).execute();
    expect(await seen()).toEqual([0, 0]);
  });

  it('is refused for a device that its user may not see', async () => {
    const user = await world.user();
    const { deviceId } = await world.enrol();
    const body = { name: 'x', days: 1, switch_devices: [], watch_devices: [deviceId] };
    expect(await user.post(TOKENS, body)).toMatchObject({
      status: 404,
      body: { detail: 'DEVICE_NOT_FOUND' },
    });
  });

  it('ends with its stream within a second after it is revoked', async () => {
    const user = await world.user();
    const { deviceId } = await world.enrol(user.id);
    const { id, secret } = await addToken(user, [], 30, [deviceId]);
    const stream = await script(secret).stream();
    expect(stream.status).toBe(200);
    const revokedAt = performance.now();
    await user.send('DELETE', `${TOKENS}/${id}`);
    await expect(readToEnd(stream)).rejects.toThrow('terminated');
    expect(performance.now() - revokedAt).toBeLessThan(1000);
    expect((await script(secret).get('/wall')).status).toBe(401);
  });
});

describe('a token ends at once, with its streams', () => {
  it.each<[string, (user: User, id: number) => Promise<unknown>]>([
    ['when it is revoked', (user, id) => user.send('DELETE', `${TOKENS}/${id}`)],
    ['when the account is deleted', (user) => user.post('/users/me/delete', {})],
    [
      'when the account is disabled',
      async (user) => {
        const superSeller = await world.user({}, ['Super Seller']);
        await superSeller.send('PUT', `/users/${user.id}/disabled`, { disabled: true });
      },
    ],
    [
      'with a new password that revokes access',
      (user) => user.send('PATCH', '/users/me', { password: 'Studna2027', revoke_access: true }),
    ],
  ])('%s', async (_case, end) => {
    const user = await world.user();
    await world.enrol(user.id);
    const { id, secret } = await addToken(user);
    const stream = await script(secret).stream();
    expect(stream.status).toBe(200);
    await end(user, id);
    expect((await script(secret).get('/users-devices/get-devices')).status).toBe(401);
    await expect(readToEnd(stream)).rejects.toThrow('terminated');
  });

  it('when it expires, and it stays in the list for a month', async () => {
    const user = await world.user();
    const { secret, expires_at } = await addToken(user, [], 1);
    const before = nowMs;
    try {
      nowMs = expires_at * 1000 + 1000;
      expect((await script(secret).get('/alerts')).status).toBe(401);
      await world.server.runJob('expired-credentials');
      const count = async () =>
        (await world.db.selectFrom('api_token').where('user_id', '=', user.id).execute()).length;
      expect(await count()).toBe(1);
      nowMs += 31 * DAY_MS;
      await world.server.runJob('expired-credentials');
      expect(await count()).toBe(0);
    } finally {
      nowMs = before;
    }
  });
});

describe('a new token', () => {
  it('needs a proof of identity', async () => {
    const user = await world.user();
    await world.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', user.id).execute();
    expect(await user.post(TOKENS, { name: 'x', days: 1, switch_devices: [] })).toMatchObject({
      status: 403,
      body: { detail: 'PROOF_REQUIRED' },
    });
  });

  it.each([0, 366])('for %i days is refused', async (days) => {
    const user = await world.user();
    expect((await user.post(TOKENS, { name: 'x', days, switch_devices: [] })).status).toBe(422);
  });

  it('is noted in the inbox, the audit log and the security log, and above the limit it is refused', async () => {
    const user = await world.user();
    await Promise.all(
      Array.from({ length: MAX_TOKENS + 2 }, () =>
        user.post(TOKENS, { name: 'Skript', days: 1, switch_devices: [] }),
      ),
    );
    const { tokens, refusal } = (await user.get(TOKENS)).body as TokenList;
    expect(tokens).toHaveLength(MAX_TOKENS);
    expect(refusal).toBe('TOO_MANY_INTEGRATIONS');
    const { notifications } = (await user.get('/inbox')).body as { notifications: { event: object }[] };
    expect(notifications[0]?.event).toEqual({ type: 'access_added', what: 'api_token', subject: 'Skript' });
    await user.send('DELETE', `${TOKENS}/${tokens[0]?.id}`);
    const { entry } = await world.db
      .selectFrom('audit')
      .select('entry')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry)).toMatchObject({
      token: { action: 'removed', token: tokens[0]?.id, can_switch: false },
    });
    await waitFor(
      async () => {
        await world.server.storeSecurityLog();
        const events = await world.db
          .selectFrom('security_event')
          .where('user_id', '=', user.id)
          .where('kind', '=', 'program')
          .select('outcome')
          .execute();
        return events.length >= 2;
      },
      { what: 'the entries of the security log' },
    );
  });
});

it('a token wins over the cookie of a session, and a wrong one is refused beside it', async () => {
  const user = await world.user();
  const { secret } = await addToken(user);
  expect((await user.get('/users/me', bearer(secret))).status).toBe(403);
  expect((await user.get('/users/me', bearer(`${secret}x`))).status).toBe(401);
  expect((await user.get('/users/me', { authorization: 'Basic eDp5' })).status).toBe(200);
});

it('a token has 300 requests a minute, and another one of its user keeps its own', async () => {
  const user = await world.user();
  const [busy, other] = [await addToken(user), await addToken(user)];
  // An unknown device takes nothing of the reads of the account.
  const ask = () => script(busy.secret).get('/devices/MNB-NOBODY/state');
  for (let round = 0; round < 10; round++)
    for (const { status } of await Promise.all(Array.from({ length: 30 }, ask))) expect(status).toBe(404);
  expect(await ask()).toMatchObject({
    status: 429,
    body: { detail: 'TOO_MANY_REQUESTS', retry_after: 60 },
  });
  expect((await script(other.secret).get('/users-devices/get-devices')).status).toBe(200);
  expect((await user.get('/users/me')).status).toBe(200);
});
