import { createHash } from 'node:crypto';
import type { Role } from '@manoboard/contract/account/account';
import type { AccessLevel } from '@manoboard/contract/device/device';
import { goodRequest, pathOf, type RequestFixtures } from '@manoboard/contract/docs/examples';
import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import { RELATIONS, type Relation } from '@manoboard/domain/access/policy';
import { YEAR_MS } from '@manoboard/domain/time';
import { databaseDigest } from '@manoboard/testkit/database-digest';
import { createHttpClient } from '@manoboard/testkit/http-client';
import { Client } from 'pg';
import { insertAlert } from './alert-row.ts';
import { FRESH, openSession } from './request-fixtures.ts';
import { startWorld } from './world.ts';

export const ROLE_SETS: readonly Role[][] = [[], ['Technician'], ['Seller'], ['Super Seller']];
/** Every role with every relation to the device. */
export const ACCESS_CASES = ROLE_SETS.flatMap((roles) => RELATIONS.map((relation) => ({ roles, relation })));
export interface AccessCase {
  roles: readonly Role[];
  relation: Relation;
}

/** What `arrange` writes. */
export const ARRANGED_TABLES = ['user_device', 'session', 'invitation', 'alert_recipient'];

const UNKNOWN = { deviceId: 'MNB-UNKNOWN', alertId: 999_999, userId: 999_999 };

/** Two devices, one offline and one online with an alert, and a user per role whose relation can be set. */
export async function startMatrixWorld(env: Record<string, string> = {}) {
  const world = await startWorld({ env: { LOGINS_PER_MINUTE: '1000000', ...env } });
  const client = createHttpClient(world.server.url);
  const owner = await world.user();
  const friend = await world.user({}, ['Technician']);
  const people = new Map<string, number>();
  for (const roles of ROLE_SETS) people.set(`${roles}`, (await world.user({}, roles)).id);
  const away = await world.enrol();
  const shown = await world.enrol();
  const board = await shown.connect();
  await board.publishInfo({ fc: { id: 'FC-MATRIX', fc_type: 'GD10', ident: 269, unit: 1 } });
  await board.publishStatus();
  const alertId = await insertAlert(world.db, shown.id);

  // Planning a digest of all tables takes several times as long as its execution: one connection keeps the plans.
  const digests = new Client(world.connection);
  await digests.connect();
  const queryPrepared = async (text: string) => {
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    return (await digests.query<Record<string, unknown>>({ name, text })).rows;
  };

  /** Resets users and devices, so that an earlier case leaves no change. */
  async function arrange({ roles, relation }: AccessCase) {
    const userId = people.get(`${roles}`) ?? 0;
    const ownerId = relation === 'owner' ? userId : owner.id;
    const giverId = relation === 'delegate' ? userId : ownerId;
    const expires_at = new Date(Date.now() + (relation === 'expired' ? -1000 : YEAR_MS));
    const isShared = relation !== 'owner' && relation !== 'none';
    const level: AccessLevel = relation === 'switcher' ? 'switch' : relation === 'watcher' ? 'watch' : 'full';
    const rows = [away.id, shown.id].flatMap((device_id) => {
      const access = { device_id, access: 'delegate' } as const;
      return [
        {
          device_id,
          access: 'owner' as const,
          level: 'full' as const,
          user_id: ownerId,
          granted_by: null,
          expires_at: null,
        },
        ...(isShared ? [{ ...access, level, user_id: userId, granted_by: ownerId, expires_at }] : []),
        { ...access, level: 'full' as const, user_id: friend.id, granted_by: giverId, expires_at: null },
      ];
    });
    await world.db.deleteFrom('user_device').execute();
    // The digests of a cell read every session.
    await world.db.deleteFrom('session').execute();
    await world.db
      .insertInto('user_device')
      .values(rows.map((row) => ({ ...row, created_at: new Date(0) })))
      .execute();
    return openSession(world, userId);
  }

  const fixtures = { ...FRESH, deviceId: away.deviceId, userId: friend.id, email: friend.email, alertId };

  return {
    db: world.db,
    user: world.user,
    /** The user with these roles. */
    idOf: (roles: readonly Role[]) => people.get(`${roles}`) ?? 0,
    /** Keys of the device of requests, and of the device with an alert. */
    deviceKeys: [away.id, shown.id],
    shownId: shown.deviceId,
    arrange,
    /** Sends a request with this session or without one, for existing or unknown targets; `fields` are added to its body. */
    request(
      name: ApiName,
      session: { cookie: string; sessionId: string } | undefined,
      isKnown = true,
      fields: object = {},
    ) {
      const call: Call = api[name];
      const about: RequestFixtures = {
        ...fixtures,
        sessionId: session?.sessionId ?? '0'.repeat(64),
        ...(!isKnown && UNKNOWN),
      };
      const { params, query, body: some } = goodRequest(name, about);
      const body = some && { ...some, ...fields };
      const search = new URLSearchParams(query);
      const type = call.form ? 'application/x-www-form-urlencoded' : 'application/json';
      const text = call.form
        ? new URLSearchParams(body as Record<string, string>).toString()
        : JSON.stringify(body);
      return client.send(
        {
          method: call.method,
          path: `${pathOf(call, params)}${search.size > 0 ? `?${search}` : ''}`,
          headers: body ? { 'content-type': type } : {},
          ...(body && { body: text }),
        },
        session?.cookie,
      );
    },
    get: (path: string, cookie: string) => client.send({ method: 'GET', path, headers: {} }, cookie),
    url: world.server.url,
    /** Digest of these tables; of all by default. */
    digest: (tables?: readonly string[]) => databaseDigest(queryPrepared, tables),
    async stop() {
      await digests.end();
      client.close();
      await board.leave();
      await world.stop();
    },
  };
}
export type MatrixWorld = Awaited<ReturnType<typeof startMatrixWorld>>;
