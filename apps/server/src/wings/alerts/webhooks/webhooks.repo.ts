import { MAX_WEBHOOK_CALLS } from '@manoboard/contract/alert/webhook';
import { sql } from 'kysely';
import { mergeCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Row } from '../../../db/tables/column-types.ts';

export const SECRET_BYTES = 32;

const SHOWN = ['webhook.id', 'webhook.user_id', 'name', 'url', 'created_at'] as const;

export interface Filter {
  userId: number;
  /** Also those of the installation. */
  isManager: boolean;
}

const visible = (db: Db, { userId, isManager }: Filter) =>
  db
    .selectFrom('webhook')
    .where((eb) => eb.or([eb('user_id', '=', userId), ...(isManager ? [eb('user_id', 'is', null)] : [])]));

export const listWebhooks = (db: Db, filter: Filter) =>
  visible(db, filter).select(SHOWN).orderBy('created_at').orderBy('id').execute();

export const findWebhook = (db: Db, filter: Filter, id: number) =>
  visible(db, filter).where('id', '=', id).select(SHOWN).executeTakeFirst();
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** Webhooks of a user whose account is enabled, or of the installation (`null`). */
export const listTargets = mergeCalls(async (db, userIds: readonly (number | null)[]) => {
  const rows = await db
    .selectFrom('webhook')
    .leftJoin('app_user', 'app_user.id', 'webhook.user_id')
    .where((eb) =>
      eb.or([
        eb('webhook.user_id', '=', sql<number>`any(${userIds}::int[])`),
        ...(userIds.includes(null) ? [eb('webhook.user_id', 'is', null)] : []),
      ]),
    )
    .where('disabled_at', 'is', null)
    .select(['webhook.id', 'webhook.name', 'webhook.user_id'])
    .orderBy('webhook.id')
    .execute();
  return userIds.map((userId) => rows.filter(({ user_id }) => user_id === userId));
});

/** With the roles of its user; a webhook of the installation has none. */
export const findDestination = (db: Db, id: number) =>
  db
    .selectFrom('webhook')
    .where('id', '=', id)
    .select((eb) => [
      'url',
      'secret',
      'user_id as userId',
      eb
        .selectFrom('user_role')
        .whereRef('user_role.user_id', '=', 'webhook.user_id')
        .select(sql<string[]>`coalesce(array_agg(role), '{}')`.as('roles'))
        .$asScalar()
        .$notNull()
        .as('roles'),
    ])
    .executeTakeFirst();
export type Destination = NonNullable<Awaited<ReturnType<typeof findDestination>>>;

interface NewWebhookRow {
  userId: number | null;
  name: string;
  url: string;
  secret: Buffer;
  at: Date;
}

export const insertWebhook = (tx: Db, { userId, at, ...webhook }: NewWebhookRow) =>
  tx
    .insertInto('webhook')
    .values({ ...webhook, user_id: userId, created_at: at })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();

export const countWebhooks = async (tx: Db, userId: number | null): Promise<number> => {
  const { count } = await tx
    .selectFrom('webhook')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const updateWebhook = (
  tx: Db,
  id: number,
  change: { name?: string | undefined; url?: string | undefined; secret?: Buffer | undefined },
) =>
  tx
    .updateTable('webhook')
    .where('id', '=', id)
    .set((eb) => ({
      name: change.name ?? eb.ref('name'),
      url: change.url ?? eb.ref('url'),
      secret: change.secret ?? eb.ref('secret'),
    }))
    .returning(SHOWN)
    .executeTakeFirst();

export const deleteWebhook = (tx: Db, id: number) => tx.deleteFrom('webhook').where('id', '=', id).execute();

export const deleteWebhooksOf = (tx: Db, userId: number) =>
  tx.deleteFrom('webhook').where('user_id', '=', userId).execute();

export type NewCall = Omit<Row<Schema['webhook_call']>, 'id'>;

/** A webhook may have been removed during the request. Only the newest calls stay. */
export async function insertCall(db: Db, call: NewCall): Promise<void> {
  const { webhook_id, at, is_test, status, duration_ms, failure, answer } = call;
  await sql`
    insert into webhook_call (webhook_id, at, is_test, status, duration_ms, failure, answer)
    select id, ${at}, ${is_test}, ${status}, ${duration_ms}, ${failure}, ${answer} from webhook where id = ${webhook_id}
    for key share`.execute(db);
  await sql`
    delete from webhook_call where webhook_id = ${webhook_id} and id <= (
      select id from webhook_call where webhook_id = ${webhook_id}
      order by id desc offset ${MAX_WEBHOOK_CALLS} limit 1
    )`.execute(db);
}

export const listCalls = (db: Db, webhookId: number) =>
  db
    .selectFrom('webhook_call')
    .where('webhook_id', '=', webhookId)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MAX_WEBHOOK_CALLS)
    .execute();
export type CallRow = Awaited<ReturnType<typeof listCalls>>[number];

/** The newest call of each. */
export const listLastCalls = (db: Db, webhookIds: readonly number[]) =>
  db
    .selectFrom('webhook_call')
    .where('webhook_id', 'in', webhookIds.length > 0 ? webhookIds : [0])
    .distinctOn('webhook_id')
    .selectAll()
    .orderBy('webhook_id')
    .orderBy('id', 'desc')
    .execute();

/** `secrets forget` empties a secret whose key is lost. */
const NO_SECRET = Buffer.alloc(0);

/** The next start makes new ones. Returns how many. */
export async function forgetSecrets(tx: Db): Promise<number> {
  const { numUpdatedRows } = await tx.updateTable('webhook').set({ secret: NO_SECRET }).executeTakeFirst();
  return Number(numUpdatedRows);
}

export const listWithoutSecret = (db: Db) =>
  db.selectFrom('webhook').where('secret', '=', NO_SECRET).select('id').execute();

/** Unless it was set meanwhile. */
export const setLostSecret = (db: Db, id: number, secret: Buffer) =>
  db.updateTable('webhook').set({ secret }).where('id', '=', id).where('secret', '=', NO_SECRET).execute();
