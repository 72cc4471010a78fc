import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@manoboard/contract/http/problem';
import type { SecurityKind } from '@manoboard/contract/installation/security-event';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lockUser } from '../src/db/locks.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** The answer of the server to these bytes, until it closes the connection. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  const { port } = new URL(world.server.url);
  return new Promise((done) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => done(text));
  });
}

const HEAD = 'POST /api/auth/register HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';

describe('invalid HTTP is answered with a problem', () => {
  it.each([
    ['noise', '\0\x01\x02\r\n\r\n', 400],
    ['an unknown method', 'FISH /api/users/me HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an invalid header line', `${HEAD}fish\r\n\r\n`, 400],
    ['a NUL in a header', `${HEAD}X-Fish: a\0b\r\n\r\n`, 400],
    ['headers of 100 kB', `${HEAD}X-Fish: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400],
    ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n`, 400],
    [
      'a length and chunked encoding',
      `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['an invalid chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, 400],
  ])('%s', async (_case, bytes, status) => {
    const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/x-content-type-options: nosniff/);
    expect(z.safeParse(Problem, JSON.parse(body || 'null')).success, body).toBe(true);
  });
});

it('HTTP/1.0 without a host name is refused', async () => {
  expect(await sendRaw('GET /api/terms HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 421 /);
  expect(await sendRaw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

it.each([
  ['two host names', 'GET /api/terms HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n'],
  ['the URL of another server', 'GET http://evil.example/api/terms HTTP/1.1\r\nHost: localhost\r\n'],
  ['no path', 'GET * HTTP/1.1\r\nHost: localhost\r\n'],
])('a request with %s is refused', async (_case, head) => {
  expect(await sendRaw(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 421 /);
});

/** A call of this user whose body ends when `end` is called. */
function beginCall(user: Awaited<ReturnType<World['user']>>, path: string, body: object) {
  const text = JSON.stringify(body);
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { port } = new URL(world.server.url);
  let answer = '';
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /api${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
      `Connection: close\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, 5)}`,
  );
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise<string>((done) => socket.on('error', () => {}).on('close', () => done(answer)));
  return { socket, closed, end: () => socket.write(text.slice(5)) };
}
const A_SLOW_BODY_MS = 1500;

it('a role or a session that ends while the body arrives gives no right any more', async () => {
  const [demoted, loggedOut] = [
    await world.user({}, ['Super Seller']),
    await world.user({}, ['Super Seller']),
  ];
  const mate = await world.user();
  const calls = [demoted, loggedOut].map((user) =>
    beginCall(user, `/users/${mate.id}/permissions`, { role: 'Super Seller' }),
  );
  await wait(A_SLOW_BODY_MS);
  await world.db.deleteFrom('user_role').where('user_id', '=', demoted.id).execute();
  await world.db.deleteFrom('session').where('user_id', '=', loggedOut.id).execute();
  for (const { end } of calls) end();
  const [ofDemoted, ofLoggedOut] = await Promise.all(calls.map(({ closed }) => closed));
  expect(ofDemoted).toMatch(/^HTTP\/1.1 403 /);
  expect(ofLoggedOut).toMatch(/^HTTP\/1.1 401 /);
});

it.each([
  ['an answer', '/users/me/tokens', { name: 'x', days: 30, switch_devices: [] }, 'program'],
  ['an empty answer', '/users/me/delete', {}, 'account'],
])('an action whose client disconnects before %s is in the security log', async (_case, path, body, kind) => {
  const user = await world.user();
  const tx = await world.db.startTransaction().execute();
  await lockUser(tx, user.id);
  const { socket, end } = beginCall(user, path, body);
  end();
  await waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
    return rows.length > 0;
  });
  socket.destroy();
  await wait(50);
  await tx.commit().execute();
  await waitFor(async () => {
    await world.server.storeSecurityLog();
    const rows = await world.db
      .selectFrom('security_event')
      .where('user_id', '=', user.id)
      .where('kind', '=', kind as SecurityKind)
      .select('address')
      .execute();
    return rows[0]?.address === '127.0.0.1';
  });
});
