import * as z from 'zod/mini';
import { Assignee } from '../alert/assignee.ts';
import { LockOut } from '../command/lock-out.ts';
import { ConverterFacts } from '../converter/converter-facts.ts';
import { PumpLook } from '../device/device.ts';
import { Place } from '../device/place.ts';
import { WaterState } from '../device/water.ts';
import { page, pageQuery, RowIdText } from '../http/paging.ts';
import { csvQuery, listOf } from '../http/query.ts';
import { EventCode, EventSeverity } from '../mqtt/event.ts';
import { DeviceId, LocalizedText, line } from '../text.ts';
import { Label } from './label.ts';

/** Filter of the fleet list. Every pump is in exactly one group; `packages/domain/src/pump/attention.ts` assigns it. */
export const PumpGroup = z.enum(['running', 'waiting', 'stopped', 'fault', 'offline', 'unknown']);
export type PumpGroup = z.infer<typeof PumpGroup>;

/**
 * Why a pump is in its state, as codes: the fault of its converter, the protection that stopped it, or the hop that
 * does not answer while the state is unknown or stale.
 */
export const PumpReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fault'), code: z.int() }),
  z.object({ kind: z.literal('protection'), code: EventCode }),
  z.object({ kind: z.literal('link'), code: z.enum(['wifi', 'converter']) }),
]);
export type PumpReason = z.infer<typeof PumpReason>;

/** One row of the fleet list: a board with its converter. */
export const FleetDevice = z.object({
  id_dev: DeviceId,
  fc_id: z.string(),
  alias: z.nullable(z.string()),
  owner: z.nullable(
    z.object({
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      phone_number: z.nullable(z.string()),
    }),
  ),
  /** Of the place; the owner's while nobody has entered one. */
  address: z.nullable(z.string()),
  place: z.optional(z.nullable(Place)),
  fc_type: z.string(),
  /** Facts of the board's own converter profile; absent for a type that the product ships. */
  facts: z.optional(ConverterFacts),
  version: z.nullable(z.string()),
  /** A newer release for its hardware exists. */
  is_outdated: z.boolean(),
  /** At the time of this response, also if the order of the list is older. */
  state: PumpLook,
  reason: z.nullable(PumpReason),
  /** R9.1 */
  water: WaterState,
  /** Who switched a stopped pump off by a command, and when (Unix seconds). */
  switched_off: z.nullable(z.object({ by: z.string(), at: z.int() })),
  /** Alerts that are neither resolved nor shelved. */
  open_alerts: z.int(),
  /** Highest severity of the open alerts. */
  worst_severity: z.nullable(EventSeverity),
  /** Title of the most urgent of them whose condition lasts. */
  alert: z.nullable(LocalizedText),
  /** The last message of the board, Unix seconds. */
  last_contact: z.nullable(z.int()),
  is_online: z.boolean(),
  /** R5.10: the active lock-out tag. */
  lock_out: z.nullable(LockOut),
  /** Who has taken one of its alerts, or its other entry of the work list. */
  assignee: z.optional(z.nullable(Assignee)),
  /** Group first, then labels by name. */
  labels: z.optional(z.array(Label)),
  /** The pumps that feed the same house or tank. */
  system: z.optional(z.nullable(z.object({ id: z.int(), name: z.string() }))),
});
export type FleetDevice = z.infer<typeof FleetDevice>;

export const FleetSort = z.enum([
  'state',
  'alias',
  'owner',
  'address',
  'fc_type',
  'version',
  'alerts',
  'last_contact',
]);
export type FleetSort = z.infer<typeof FleetSort>;

/** Rows of one request. */
const MAX_FLEET_ROWS = 200;

const isTrue = z.optional(z.enum(['true', 'false']));

const filters = {
  /** Words, in any order: parts of an ID, alias, type, version, label, group, or of the owner's name, e-mail, phone or address; accents and case are ignored. */
  q: z.optional(line(0, 100)),
  state: z.optional(PumpGroup),
  outdated: isTrue,
  locked_out: isTrue,
  /** `true`: faults, offline devices, and those with open alerts. */
  needs_person: isTrue,
  label: z.optional(RowIdText),
  group: z.optional(RowIdText),
  /** A water system. */
  system: z.optional(RowIdText),
  /** `state` (default): what needs a person first. */
  sort: z.optional(FleetSort),
  order: z.optional(z.enum(['asc', 'desc'])),
  /** R4.17: latitude and longitude in degrees, to two decimals: the nearest pin first, in the place of `sort`. */
  near: z.optional(z.string().check(z.regex(/^-?\d{1,2}(\.\d{1,2})?,-?\d{1,3}(\.\d{1,2})?$/, 'invalid'))),
};

export const FleetQuery = z.strictObject({
  ...filters,
  limit: pageQuery.limit,
  /** `true`: the response names all matching devices. */
  ids: isTrue,
});
export type FleetQuery = z.infer<typeof FleetQuery>;

/** Devices that one file names. */
export const MAX_CSV_DEVICES = 500;

export const FleetCsvQuery = z.strictObject({
  ...filters,
  ...csvQuery,
  /** Only these of the filtered devices. */
  device_id: z.optional(listOf(DeviceId, MAX_CSV_DEVICES)),
});
export type FleetCsvQuery = z.infer<typeof FleetCsvQuery>;

/** Rows that one request names, in the order of the response. */
export const FleetRowsQuery = z.strictObject({
  device_id: listOf(DeviceId, MAX_FLEET_ROWS),
});

const MAX_COUNTED_FILTERS = 20;

/** Each is a search string of filters, as `state=fault&outdated=true`. */
export const FleetCountsQuery = z.strictObject({ of: listOf(line(1, 300), MAX_COUNTED_FILTERS) });
export const FleetFilters = z.object(filters);
export type FleetFilters = z.infer<typeof FleetFilters>;

/** How many devices match each of the named filters, in the same order; `null` for one that is not valid. */
export const FleetCounts = z.object({ totals: z.array(z.nullable(z.int())) });
export type FleetCounts = z.infer<typeof FleetCounts>;

const MAX_PRESSURE_ROWS = 100;

export const FleetPressuresQuery = z.strictObject({
  device_id: listOf(DeviceId, MAX_PRESSURE_ROWS),
});

const PressureValues = z.array(z.nullable(z.number()));

/** The last 24 hours in equal buckets; `t` has their starts in Unix seconds. Null is a gap. */
export const FleetPressures = z.object({
  step_s: z.int(),
  t: z.array(z.int()),
  devices: z.array(
    z.object({
      id_dev: DeviceId,
      /** In bar; null while the board did not report it, or while its normalizer is unknown. */
      required: z.nullable(z.number()),
      min: PressureValues,
      max: PressureValues,
      avg: PressureValues,
    }),
  ),
});
export type FleetPressures = z.infer<typeof FleetPressures>;

/**
 * The first devices of the list. The server keeps no order between requests: a client that pages keeps `ids` and
 * requests further rows by ID, so no device is repeated or skipped while states change.
 */
export const FleetPage = z.object({
  ...page(FleetDevice).shape,
  /** All matching devices in order. */
  ids: z.optional(z.array(z.string())),
  /** With `ids`: the number of matching devices of each rank of attention, most urgent first. */
  ranks: z.optional(z.array(z.int())),
  /** Devices that match `q`, regardless of the other filters. The groups add up to all of them. */
  counts: z.object({
    running: z.int(),
    waiting: z.int(),
    stopped: z.int(),
    fault: z.int(),
    offline: z.int(),
    unknown: z.int(),
    outdated: z.int(),
    locked_out: z.int(),
    needs_person: z.optional(z.int()),
  }),
});
export type FleetPage = z.infer<typeof FleetPage>;
