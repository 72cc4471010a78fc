import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import type { RequestFixtures } from '@manoboard/contract/docs/examples';
import { waitFor } from '@manoboard/testkit/wait-for';
import { hashToken, newToken } from '../src/wings/auth/token.ts';
import type { World } from './world.ts';

/** Inserts a session directly, since a login hashes a password; its last fresh proof was at this time, or never. */
export async function openSession({ db }: Pick<World, 'db'>, userId: number, provedAt: Date | null = null) {
  const token = newToken();
  const id = hashToken(token);
  await db
    .insertInto('session')
    .values({
      id,
      user_id: userId,
      is_remembered: false,
      user_agent: null,
      proved_at: provedAt,
      factor_proved_at: provedAt,
      expires_at: new Date(Date.now() + 12 * 3_600_000),
    })
    .execute();
  return { cookie: `${SESSION_COOKIE}=${token}`, sessionId: id.toString('hex') };
}

export const FRESH = {
  freshName: () => crypto.randomUUID(),
  tomorrow: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
};

/** A Super Seller who owns an online device, so that no request is refused for lack of rights. */
export async function prepareFixtures(world: World) {
  const owner = await world.user({}, ['Super Seller']);
  const other = await world.user({}, ['Technician']);
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  await board.publishInfo({ fc: { id: 'FC-GROUND', fc_type: 'GD10', ident: 269, unit: 1 } });
  await board.publishStatus();
  await board.publishTele();
  const isKept = () => world.db.selectFrom('last_data').select('device_id').executeTakeFirst();
  await waitFor(isKept, { what: 'the last values in the database', timeoutMs: 20_000 });
  const { cookie, sessionId } = await openSession(world, owner.id);
  const { id: alertId } = await world.db
    .insertInto('alert')
    .values({
      device_id: device.id,
      event_id: 'fixtures',
      kind: 'dry_run',
      code: 'DRY_RUN',
      severity: 'alarm',
      raised_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fixtures: RequestFixtures = {
    deviceId: device.deviceId,
    userId: other.id,
    email: other.email,
    alertId,
    sessionId,
    ...FRESH,
  };
  return { fixtures, cookie, board, owner, other, device };
}
