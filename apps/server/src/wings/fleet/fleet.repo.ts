import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import { PumpLook } from '@manoboard/contract/device/device';
import type { Place } from '@manoboard/contract/device/place';
import type { FleetPage, FleetSort, PumpGroup } from '@manoboard/contract/fleet/fleet';
import { EventSeverity } from '@manoboard/contract/mqtt/event';
import { ATTENTION_RANKS, attentionRank, pumpGroup } from '@manoboard/domain/pump/attention';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { placeAddress } from '../../db/place.ts';
import { isShelved } from '../../db/shelved.ts';

/** Board hardware with a firmware version. */
export interface BoardVersion {
  hw: string;
  version: string;
}

/** What the server's memory knows of the devices, as parallel lists. Devices that are missing are offline. */
export interface LivePumps {
  deviceIds: string[];
  looks: PumpLook[];
  /** Unix seconds. */
  lastContacts: (number | null)[];
}

export interface FleetFilter {
  /** Each of them must be found. */
  words: readonly string[];
  state: PumpGroup | undefined;
  isOutdated: boolean | undefined;
  isLockedOut: boolean | undefined;
  sort: FleetSort;
  order: 'asc' | 'desc';
}

interface Facts {
  outdated: readonly BoardVersion[];
  at: Date;
}

export const listBoardVersions = (db: Db): Promise<BoardVersion[]> =>
  db
    .selectFrom('device')
    .where('hw', 'is not', null)
    .where('version', 'is not', null)
    .select(['hw', 'version'])
    .$narrowType<BoardVersion>()
    .distinct()
    .execute();

/** Parameters as array literals, which `pg` would build slowly; the elements need no quotes. */
const literal = (elements: readonly (string | number | null)[]) =>
  `{${elements.map((element) => element ?? 'null').join(',')}}`;

const livePumps = ({ deviceIds, looks, lastContacts }: LivePumps) => sql`
  unnest(
    ${literal(deviceIds)}::text[],
    ${literal(looks.map((look) => PumpLook.options.indexOf(look)))}::int[],
    ${literal(lastContacts)}::int[]
  ) as live (id_dev, look, last_contact)`;

/** A rule of the domain as an expression: its value for the state of the row. */
const ofLook = (values: readonly (string | number)[], type: 'text[]' | 'int[]') =>
  sql`(${literal(values)}::${sql.raw(type)})[coalesce(live.look, ${OFFLINE}) + 1]`;
const OFFLINE = sql.lit(PumpLook.options.indexOf('offline'));
const PUMP_GROUP = ofLook(PumpLook.options.map(pumpGroup), 'text[]');
const rankOf = (hasOpenAlerts: boolean) =>
  ofLook(
    PumpLook.options.map((look) => attentionRank(look, hasOpenAlerts)),
    'int[]',
  );
const RANK = sql`case when open_alerts > 0 then ${rankOf(true)} else ${rankOf(false)} end`;

const WITH_OWNER = sql`
  left join user_device owning on owning.device_id = device.id and owning.access = 'owner'
  left join app_user owner on owner.id = owning.user_id`;

const withTag = (at: Date) => sql`
  left join lock_out tag on tag.device_id = device.id and tag.ended_at is null
    and (tag.until is null or tag.until > ${at})`;

const isOutdated = (outdated: readonly BoardVersion[]) =>
  outdated.length === 0
    ? sql`false`
    : sql`coalesce((hw, device.version) in (select * from unnest(
        ${outdated.map(({ hw }) => hw)}::text[], ${outdated.map(({ version }) => version)}::text[])), false)`;

/** The places of the few different versions. Only versions of three numbers are compared; others are last. */
const WITH_VERSION_PLACE = sql`
  left join (
    select version, row_number() over (order by string_to_array(version, '.')::int[]) as version_place
    from (select distinct version from device where version ~ '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$') known
  ) versions on versions.version = device.version`;

const SORT_KEYS: Record<FleetSort, readonly RawBuilder<unknown>[]> = {
  state: [RANK],
  alias: [],
  owner: [sql`surname_order collate "C"`, sql`name_order collate "C"`],
  address: [sql`searchable(${placeAddress('owner.address')}) collate "C"`],
  fc_type: [sql`fc_type collate "C"`],
  version: [sql`version_place`],
  alerts: [sql`coalesce(open_alerts, 0)`],
  last_contact: [sql`live.last_contact`],
};

/** Devices with the same key are sorted by alias; the key of the row makes the order unique. */
function sortKeys({ sort, order }: FleetFilter) {
  const direction = sql.raw(order);
  const keys = SORT_KEYS[sort].map((key) => sql`${key} ${direction} nulls last`);
  const byAlias = sql`alias_order collate "C" ${sort === 'alias' ? direction : sql`asc`}`;
  return sql.join([...keys, byAlias, sql`device.id`]);
}

const isFound = (words: readonly string[]) =>
  sql.join(
    [
      sql`fc_id is not null and fc_type is not null`,
      ...words.map(
        (word) => sql`
          (strpos(fleet_text, searchable(${word})) > 0 or strpos(contact_text, searchable(${word})) > 0)`,
      ),
    ],
    sql` and `,
  );

/** The two joins take a third of the time. */
const needsOwner = ({ words, sort }: FleetFilter) =>
  words.length > 0 || sort === 'owner' || sort === 'address';

const is = (column: string, wanted: boolean | undefined) =>
  wanted === undefined ? sql`true` : sql`${sql.ref(column)} = ${wanted}`;

function isWanted({ state, isOutdated: outdated, isLockedOut }: FleetFilter) {
  const hasState = state === undefined ? sql`true` : sql`pump_group = ${state}`;
  return sql`${hasState} and ${is('is_outdated', outdated)} and ${is('is_locked_out', isLockedOut)}`;
}

const countOf = (name: PumpGroup) =>
  sql`count(*) filter (where pump_group = ${sql.lit(name)})::int as ${sql.ref(name)}`;

export interface FleetOrder {
  ids: string[];
  /** Number of matching devices of each rank of attention. */
  ranks: number[];
  counts: FleetPage['counts'];
}

/** The IDs of all matching devices in their order, and the counts. Reads every device once. */
export async function findOrder(
  db: Db,
  live: LivePumps,
  filter: FleetFilter,
  { outdated, at }: Facts,
): Promise<FleetOrder> {
  const groups = (['running', 'waiting', 'stopped', 'fault', 'offline', 'unknown'] as const).map(countOf);
  const isMatch = isWanted(filter);
  const ranks = ATTENTION_RANKS.map(
    (rank) => sql`count(*) filter (where attention_rank = ${sql.lit(rank)} and ${isMatch})`,
  );
  const { rows } = await sql<FleetPage['counts'] & { ids: string | null; ranks: number[] }>`
    select
      ${sql.join(groups)},
      count(*) filter (where is_outdated)::int as outdated,
      count(*) filter (where is_locked_out)::int as locked_out,
      string_agg(id_dev, ',') filter (where ${isMatch}) as ids,
      array[${sql.join(ranks)}]::int[] as ranks
    from (
      select
        device.id_dev, ${PUMP_GROUP} as pump_group, ${RANK} as attention_rank, ${isOutdated(outdated)} as is_outdated,
        tag.id is not null as is_locked_out
      from device
      ${needsOwner(filter) ? WITH_OWNER : sql``}
      ${filter.sort === 'version' ? WITH_VERSION_PLACE : sql``}
      ${withTag(at)}
      left join ${livePumps(live)} on live.id_dev = device.id_dev
      left join (
        select device_id, count(*) as open_alerts from alert
        where resolved_at is null and not ${isShelved(at)} group by device_id
      ) alerts on alerts.device_id = device.id
      where ${isFound(filter.words)}
      order by ${sortKeys(filter)}
    ) found`.execute(db);
  const { ids = null, ranks: ranked, ...counts } = rows[0] ?? NOTHING;
  return { ids: ids?.split(',') ?? [], ranks: ranked, counts };
}

const NOTHING = {
  ids: null,
  ranks: [],
  running: 0,
  waiting: 0,
  stopped: 0,
  fault: 0,
  offline: 0,
  unknown: 0,
  outdated: 0,
  locked_out: 0,
};

interface FleetRow {
  key: DeviceKey;
  id_dev: string;
  fc_id: string;
  alias: string | null;
  fc_type: string;
  facts: ConverterFacts | null;
  version: string | null;
  is_outdated: boolean;
  email: string | null;
  name: string;
  surname: string;
  phone_number: string | null;
  address: string | null;
  place: Place | null;
  open_alerts: number;
  worst_severity: EventSeverity | null;
}

/** These devices in this order; a device that does not exist or has no converter any more is missing. */
export async function listRows(db: Db, ids: readonly string[], { outdated, at }: Facts): Promise<FleetRow[]> {
  const severities = sql`${literal(EventSeverity.options)}::text[]`;
  const { rows } = await sql<FleetRow>`
    select
      device.id as key, device.id_dev, fc_id, alias, fc_type, converter_profile.facts, version, ${isOutdated(outdated)} as is_outdated,
      email, name, surname, phone_number, ${placeAddress('owner.address')} as address, device.place,
      open_alerts, worst_severity
    from unnest(${literal(ids)}::text[]) with ordinality as wanted (id_dev, row_place)
    join device on device.id_dev = wanted.id_dev
    left join converter_profile on converter_profile.hash = device.fc_profile
    ${WITH_OWNER}
    cross join lateral (
      select count(*)::int as open_alerts,
        (${severities})[max(array_position(${severities}, severity))] as worst_severity
      from alert where alert.device_id = device.id and resolved_at is null and not ${isShelved(at)}
    ) alerts
    where fc_id is not null and fc_type is not null
    order by row_place`.execute(db);
  return rows;
}
