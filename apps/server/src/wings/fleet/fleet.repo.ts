import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import { PumpLook } from '@manoboard/contract/device/device';
import type { Place } from '@manoboard/contract/device/place';
import type { FleetPage, FleetSort, PumpGroup } from '@manoboard/contract/fleet/fleet';
import type { Label } from '@manoboard/contract/fleet/label';
import { EventSeverity } from '@manoboard/contract/mqtt/event';
import { ATTENTION_RANKS, attentionRank, needsPerson, pumpGroup } from '@manoboard/domain/pump/attention';
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
  needsPerson: boolean | undefined;
  /** Each of them must be on the device: labels and its group. */
  labelIds: readonly number[];
  systemId: number | undefined;
  /** Only these. */
  deviceIds: readonly string[] | undefined;
  sort: FleetSort;
  /** The nearest first, in the place of `sort`. */
  near: { lat: number; lon: number } | undefined;
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

/** R4.17: squares of degrees, with a degree of longitude as long as it is there: right for an order within a country. */
const farFrom = ({ lat, lon }: { lat: number; lon: number }) => sql`
  power((device.place ->> 'lat')::float8 - ${lat}, 2)
  + power(((device.place ->> 'lon')::float8 - ${lon}) * cosd(${lat}), 2)`;

/** Devices with the same key are sorted by alias; the key of the row makes the order unique. */
function sortKeys({ sort, order, near }: FleetFilter) {
  if (near) return sql.join([sql`${farFrom(near)} nulls last`, sql`alias_order collate "C"`, sql`device.id`]);
  const direction = sql.raw(order);
  const keys = SORT_KEYS[sort].map((key) => sql`${key} ${direction} nulls last`);
  const byAlias = sql`alias_order collate "C" ${sort === 'alias' ? direction : sql`asc`}`;
  return sql.join([...keys, byAlias, sql`device.id`]);
}

const HAS_CONVERTER = sql`fc_id is not null and fc_type is not null`;

/** The word is a part of what the row shows, also of the name of a label or a water system. */
const holdsWord = (word: string) => sql`(
  strpos(fleet_text, searchable(${word})) > 0 or strpos(contact_text, searchable(${word})) > 0
  or device.id in (
    select device_id from device_label join label on label.id = label_id
    where strpos(name_key, searchable(${word})) > 0
    union all
    select device_id from water_system_pump join water_system on water_system.id = system_id
    where strpos(searchable(name), searchable(${word})) > 0))`;

const holdsWords = (words: readonly string[]) => sql.join([sql`true`, ...words.map(holdsWord)], sql` and `);

/** The two joins take a third of the time. */
const needsOwner = ({ words, sort }: FleetFilter) =>
  words.length > 0 || sort === 'owner' || sort === 'address';

const is = (column: string, wanted: boolean | undefined) =>
  wanted === undefined ? sql`true` : sql`${sql.ref(column)} = ${wanted}`;

function isWanted(filter: FleetFilter) {
  const {
    state,
    isOutdated: outdated,
    isLockedOut,
    needsPerson: isUrgent,
    labelIds,
    systemId,
    deviceIds,
  } = filter;
  const conditions = [
    is('is_outdated', outdated),
    is('is_locked_out', isLockedOut),
    is('needs_person', isUrgent),
    ...(state === undefined ? [] : [sql`pump_group = ${state}`]),
    ...labelIds.map((id) => sql`key in (select device_id from device_label where label_id = ${id})`),
    ...(systemId === undefined
      ? []
      : [sql`key in (select device_id from water_system_pump where system_id = ${systemId})`]),
    ...(deviceIds ? [sql`id_dev = any(${deviceIds}::text[])`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const countOf = (name: PumpGroup) =>
  sql`count(*) filter (where pump_group = ${sql.lit(name)})::int as ${sql.ref(name)}`;

export interface FleetOrder {
  ids: string[];
  /** Number of matching devices of each rank of attention. */
  ranks: number[];
  counts: FleetPage['counts'];
}

const LAST_URGENT = sql.lit(ATTENTION_RANKS.findLast(needsPerson) ?? 0);

/** Each device with a converter, with what the filters compare; `more` are columns, `from` joins. */
const devicesWithFacts = (
  live: LivePumps,
  { outdated, at }: Facts,
  { more = sql``, from }: { more?: RawBuilder<unknown>; from: RawBuilder<unknown> },
) => sql`
  select
    device.id as key, device.id_dev, ${PUMP_GROUP} as pump_group, ${RANK} as attention_rank,
    ${RANK} <= ${LAST_URGENT} as needs_person, ${isOutdated(outdated)} as is_outdated,
    tag.id is not null as is_locked_out ${more}
  from device
  ${from}
  ${withTag(at)}
  left join ${livePumps(live)} on live.id_dev = device.id_dev
  left join (
    select device_id, count(*) as open_alerts from alert
    where resolved_at is null and not ${isShelved(at)} group by device_id
  ) alerts on alerts.device_id = device.id
  where ${HAS_CONVERTER}`;

/** How many devices match each filter. Reads every device once. */
export async function countMatches(
  db: Db,
  live: LivePumps,
  filters: readonly FleetFilter[],
  facts: Facts,
): Promise<number[]> {
  if (filters.length === 0) return [];
  const needs = filters.some(needsOwner);
  const found = filters.map(({ words }, at) => sql`${holdsWords(words)} as ${sql.ref(`found_${at}`)}`);
  const counts = filters.map(
    (filter, at) => sql`count(*) filter (where ${sql.ref(`found_${at}`)} and ${isWanted(filter)})`,
  );
  const { rows } = await sql<{ totals: number[] }>`
    select array[${sql.join(counts)}]::int[] as totals
    from (${devicesWithFacts(live, facts, {
      more: sql`, ${sql.join(found)}`,
      from: needs ? WITH_OWNER : sql``,
    })}) found`.execute(db);
  return rows[0]?.totals ?? [];
}

/** The IDs of all matching devices in their order, and the counts. Reads every device once. */
export async function findOrder(
  db: Db,
  live: LivePumps,
  filter: FleetFilter,
  facts: Facts,
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
      count(*) filter (where needs_person)::int as needs_person,
      string_agg(id_dev, ',') filter (where ${isMatch}) as ids,
      array[${sql.join(ranks)}]::int[] as ranks
    from (
      ${devicesWithFacts(live, facts, {
        from: sql`
          ${needsOwner(filter) ? WITH_OWNER : sql``}
          ${filter.sort === 'version' ? WITH_VERSION_PLACE : sql``}`,
      })}
      and ${holdsWords(filter.words)}
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
  needs_person: 0,
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
  labels: Label[];
  system: { id: number; name: string } | null;
}

/** These devices in this order; a device that does not exist or has no converter any more is missing. */
export async function listRows(db: Db, ids: readonly string[], { outdated, at }: Facts): Promise<FleetRow[]> {
  const severities = sql`${literal(EventSeverity.options)}::text[]`;
  const { rows } = await sql<FleetRow>`
    select
      device.id as key, device.id_dev, fc_id, alias, fc_type, converter_profile.facts, version, ${isOutdated(outdated)} as is_outdated,
      email, name, surname, phone_number, ${placeAddress('owner.address')} as address, device.place,
      open_alerts, worst_severity, labels,
      (select json_build_object('id', water_system.id, 'name', water_system.name)
        from water_system_pump join water_system on water_system.id = system_id
        where water_system_pump.device_id = device.id
          and joined_at > coalesce(owning.created_at, '-infinity')) as system
    from unnest(${literal(ids)}::text[]) with ordinality as wanted (id_dev, row_place)
    join device on device.id_dev = wanted.id_dev
    left join converter_profile on converter_profile.hash = device.fc_profile
    ${WITH_OWNER}
    cross join lateral (
      select count(*)::int as open_alerts,
        (${severities})[max(array_position(${severities}, severity))] as worst_severity
      from alert where alert.device_id = device.id and resolved_at is null and not ${isShelved(at)}
    ) alerts
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', label.id, 'kind', label.kind, 'name', label.name)
        order by label.kind, name_key), '[]') as labels
      from device_label join label on label.id = label_id where device_label.device_id = device.id
    ) labelled
    where ${HAS_CONVERTER}
    order by row_place`.execute(db);
  return rows;
}
