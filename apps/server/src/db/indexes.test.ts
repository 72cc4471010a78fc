import { aTele } from '@manoboard/testkit/factories';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { fillTables } from '../../test/large-tables.ts';
import { listSecurityEvents } from '../audit-log/security.repo.ts';
import { listChanged } from '../cluster/board-sessions.repo.ts';
import { deleteForgottenAttempts } from '../http/limits/password-attempts.repo.ts';
import { listPlaces } from '../wings/activity/activity.repo.ts';
import { takeDueSteps } from '../wings/alerts/delivery/escalation.repo.ts';
import { listOwnDeliveries } from '../wings/alerts/delivery/ledger.repo.ts';
import { claim, findCandidate, findFailure, listRecent } from '../wings/alerts/delivery/send.repo.ts';
import { findOpen } from '../wings/alerts/life/alert-life.repo.ts';
import {
  type AlertFilter,
  listAlerts,
  listFoundDevices,
  listNotedAlerts,
} from '../wings/alerts/life/alerts.repo.ts';
import { listBrowsers } from '../wings/alerts/push/push.repo.ts';
import { findOpenVisit } from '../wings/alerts/visit/visit.repo.ts';
import { listCalls, listTargets as listWebhookTargets } from '../wings/alerts/webhooks/webhooks.repo.ts';
import { findCredentials } from '../wings/auth/account.repo.ts';
import { listFactors } from '../wings/auth/factors/factor.repo.ts';
import { deleteDevices } from '../wings/auth/known-device.repo.ts';
import { deleteExpired, findRenewedSession, findSession, listSessions } from '../wings/auth/session.repo.ts';
import { findToken, listTokens } from '../wings/auth/tokens/tokens.repo.ts';
import * as commands from '../wings/commands/commands.repo.ts';
import {
  findOpenOf,
  listOf as listCommissionings,
} from '../wings/commands/commissioning/commissioning.repo.ts';
import { listRaised } from '../wings/commands/fault-reset.repo.ts';
import { listDeviceIdsWith } from '../wings/converters/converters.repo.ts';
import { findOwnerId, listHolders } from '../wings/devices/access.repo.ts';
import { findNextEnd, shortenPassedOn } from '../wings/devices/delegation.repo.ts';
import { listNaming } from '../wings/devices/devices.repo.ts';
import { listNewestEvents } from '../wings/devices/diagnostics/diagnostics.repo.ts';
import { findLastUpdate, listRunning } from '../wings/firmware/update.repo.ts';
import { listRows as listFleetRows } from '../wings/fleet/fleet.repo.ts';
import { insertFrames } from '../wings/history/store/append.repo.ts';
import { listItems } from '../wings/inbox/inbox.repo.ts';
import { listIntegrations } from '../wings/integrations/integrations.repo.ts';
import { findOpen as findLockOut } from '../wings/settings/lock-out/lock-out.repo.ts';
import { listUsers, type UsersQuery } from '../wings/users/managed-users.repo.ts';
import { listOwnCommands } from '../wings/users/personal-data/personal-data.repo.ts';
import type { Db } from './db.ts';
import type { DeviceKey } from './device-key.ts';
import { lockSuperSellers } from './locks.ts';
import type { Schema } from './schema.ts';

const DEVICE = 7 as DeviceKey;
const NEWEST = new Date('2026-05-01T00:00:00Z');
const OLDEST = new Date('2026-04-27T00:00:00Z');
const HOUR_AGO = new Date('2026-04-30T23:00:00Z');
const PAGE = { limit: 20, offset: 0 };

const listAllAlerts = (db: Db, filter: Partial<AlertFilter>) =>
  listAlerts(db, { held: null, found: null, ...filter }, PAGE);
const listAllUsers = (db: Db, query: Partial<UsersQuery>) =>
  listUsers(db, {
    ...PAGE,
    search: '',
    role: undefined,
    state: undefined,
    sort: 'email',
    order: 'asc',
    at: NEWEST,
    ...query,
  });
const listTimeline = (db: Db, kind: 'command' | 'name') =>
  listPlaces(
    db,
    {
      deviceKey: DEVICE,
      until: NEWEST,
      tenureStart: null,
      kinds: [kind],
      range: { from: OLDEST, to: NEWEST },
    },
    { limit: 20 },
  );
const aFrame = { deviceKey: DEVICE, tsMs: HOUR_AGO.getTime(), receivedAtMs: HOUR_AGO.getTime() };

/** Each index with a repo query that uses it. */
const QUERIES: Record<string, (db: Db) => Promise<unknown>> = {
  alert_code: (db) => listAllAlerts(db, { code: 'PIPE_BURST' }),
  alert_delivery_due: (db) => findCandidate(db, 'mail', ['7'], OLDEST),
  alert_delivery_failed: (db) => findFailure(db, HOUR_AGO),
  alert_delivery_formed: (db) => listRecent(db, { channel: 'mail', userId: 7, targetId: '7' }, HOUR_AGO),
  alert_delivery_message: (db) => claim(db, 'K7', NEWEST),
  alert_delivery_user: (db) => listOwnDeliveries(db, 7, 30),
  alert_device: (db) => listAllAlerts(db, { device_id: 'MNB-7' }),
  alert_escalation_due: (db) => takeDueSteps(db, OLDEST, 100),
  alert_newest: (db) => listAllAlerts(db, {}),
  alert_notes_pieces: (db) => listNotedAlerts(db, 'poznámka 400', null),
  alert_one_open: (db) => findOpen(db, DEVICE, 'fc_id_conflict'),
  alert_open: (db) => listAllAlerts(db, { resolved: 'false' }),
  alert_open_of_device: (db) => listFleetRows(db, ['MNB-7'], { outdated: [], at: NEWEST }),
  alert_resolved: (db) => listAllAlerts(db, { resolved: 'true' }),
  alert_severity: (db) => listAllAlerts(db, { severity: 'info' }),
  api_token_token_hash: (db) => findToken(db, Buffer.from([0, 0, 0, 7]), OLDEST),
  api_token_user_id: (db) => listTokens(db, 7, new Date()),
  app_user_address_pieces: (db) => listFoundDevices(db, 'Ulica 400', null),
  app_user_by_created_at: (db) => listAllUsers(db, { sort: 'created_at', order: 'desc' }),
  app_user_by_email_order: (db) => listAllUsers(db, { sort: 'email' }),
  app_user_by_name_order: (db) => listAllUsers(db, { sort: 'name' }),
  app_user_by_surname_order: (db) => listAllUsers(db, { sort: 'surname' }),
  app_user_deleted: (db) => listAllUsers(db, {}),
  app_user_email: (db) => findCredentials(db, 'User7@example.org'),
  app_user_search_pieces: (db) => listAllUsers(db, { search: 'user400' }),
  auth_challenge_expires_at: (db) => deleteExpired(db, new Date('2026-05-01T01:00:00Z')),
  board_event_open: (db) => listRaised(db, DEVICE),
  board_event_received_at: (db) => listNewestEvents(db, DEVICE, null, 20),
  board_session_changed_at: (db) => listChanged(db, 10),
  command_done: (db) => commands.findLastDone(db, DEVICE, [{ target: 'on_off', after: OLDEST }], NEWEST),
  command_idempotency: (db) => commands.findByKey(db, 8, DEVICE, 'key7'),
  command_open: (db) => commands.findOpen(db, DEVICE, 'on_off'),
  command_reads: (db) => commands.deleteReads(db, new Date('2026-04-18T00:00:00Z')),
  command_user: (db) => listOwnCommands(db, 7, { created_at: OLDEST, id: '' }, 20),
  command_writes: (db) => listTimeline(db, 'command'),
  commissioning_device_id: (db) => listCommissionings(db, DEVICE),
  commissioning_one_of_device: (db) => findOpenOf(db, DEVICE),
  device_change_newest: (db) => listTimeline(db, 'name'),
  device_fc_id: (db) => listNaming(db, 'FC-7'),
  device_fc_profile: (db) => listDeviceIdsWith(db, 'a'.repeat(64)),
  device_search_pieces: (db) => listAllUsers(db, { search: 'Dom 400' }),
  firmware_update_device: (db) => findLastUpdate(db, DEVICE, null),
  firmware_update_running: listRunning,
  frame_placed_by_arrival: (db) =>
    insertFrames(db, [{ ...aFrame, isPlacedByArrival: true, frame: aTele({ ts: 0 }) }]),
  inbox_item_newest: (db) =>
    listItems(db, false, { userId: 7, isStaff: false, at: NEWEST, since: OLDEST, limit: 50 }),
  integration_user_id: (db) => listIntegrations(db, 7, new Date()),
  known_device_expires_at: (db) => deleteExpired(db, new Date('2026-05-01T01:00:00Z')),
  known_device_user_id: (db) => deleteDevices(db, 7),
  lock_out_one_of_device: (db) => findLockOut(db, DEVICE, { userId: 7, at: new Date() }),
  login_attempt_attempted_at: (db) => deleteForgottenAttempts(db, NEWEST),
  // The statement of the foreign key when a session ends.
  push_subscription_session_id: (db) =>
    db.deleteFrom('push_subscription').where('session_id', '=', Buffer.alloc(4)).execute(),
  push_subscription_user_id: (db) => listBrowsers(db, 7),
  second_factor_user_id: (db) => listFactors(db, 7),
  security_event_kind: (db) => listSecurityEvents(db, { kind: 'role' }, 50),
  security_event_user: (db) => listSecurityEvents(db, { userId: 7 }, 50),
  session_expires_at: (db) => deleteExpired(db, new Date('2026-05-01T01:00:00Z')),
  session_previous: (db) => findRenewedSession(db, Buffer.from([0, 0, 0, 7]), NEWEST),
  session_token: (db) => findSession(db, Buffer.from([0, 0, 0, 7]), NEWEST),
  session_user_id: (db) => listSessions(db, 7, NEWEST),
  user_device_device_id: (db) => listHolders(db, DEVICE),
  user_device_granted_by: (db) => shortenPassedOn(db, DEVICE, 7, NEWEST),
  user_device_next_end: (db) => findNextEnd(db, NEWEST),
  user_device_one_owner: (db) => findOwnerId(db, DEVICE),
  user_role_by_role: lockSuperSellers,
  visit_one_open: (db) => findOpenVisit(db, DEVICE),
  webhook_call_webhook_id: (db) => listCalls(db, 7),
  webhook_user_id: (db) => listWebhookTargets(db, 7),
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** Records the statements that run on it. */
let recorder: Db;
let statements: CompiledQuery[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await fillTables(database.db);
  const pool = new Pool({ ...database.connection, max: 1 });
  // `end()` resolves before the socket closes: the forced drop of the database may terminate the connection first.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  recorder = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
});
afterAll(async () => {
  await recorder.destroy();
  await database.remove();
});

/** The statements that a query runs, with their parameters; its changes are rolled back. */
async function recordStatements(query: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const rollback = new Error('rollback');
  statements = [];
  await recorder
    .transaction()
    .execute(async (tx) => {
      await query(tx);
      throw rollback;
    })
    .catch((error) => expect(error).toBe(rollback));
  return statements.filter((statement) => /^\s*(select|insert|update|delete|with)\b/.test(statement.sql));
}

interface PlanNode {
  'Index Name'?: string;
  'Conflict Arbiter Indexes'?: string[];
  Plans?: PlanNode[];
}

const indexesOf = (node: PlanNode): string[] => [
  ...(node['Index Name'] ? [node['Index Name']] : []),
  ...(node['Conflict Arbiter Indexes'] ?? []),
  ...(node.Plans ?? []).flatMap(indexesOf),
];

async function explain({ sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await database.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
  );
  return rows.flatMap((row) => indexesOf(row['QUERY PLAN'][0].Plan));
}

/** Indexes of partitions by the name of their parent. */
async function parentsOf(names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(parent.relname, child.relname) as name
    from unnest(${names}::text[]) used (name)
    join pg_class child on child.relname = used.name and child.relkind in ('i', 'I')
    left join pg_inherits on inhrelid = child.oid
    left join pg_class parent on parent.oid = inhparent`.execute(database.db);
  return rows.map(({ name }) => name);
}

it.each(Object.entries(QUERIES))('the planner uses %s for its query', async (index, query) => {
  const plans = await Promise.all((await recordStatements(query)).map(explain));
  expect(await parentsOf(plans.flat())).toContain(index);
});

it('every index that is not the index of a constraint has a query in this table', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by relname collate "C"`.execute(database.db);
  expect(Object.keys(QUERIES)).toEqual(rows.map(({ name }) => name));
});
