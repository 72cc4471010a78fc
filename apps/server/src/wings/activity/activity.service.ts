import {
  type Activity,
  type ActivityCsvQuery,
  type ActivityEntry,
  ActivityKind,
  type ActivityQuery,
  type BoardEvent,
} from '@manoboard/contract/activity/activity';
import type { DeviceChange } from '@manoboard/contract/activity/device-change';
import type { Command } from '@manoboard/contract/command/command';
import { readPage } from '@manoboard/contract/http/paging';
import { listChanges } from '../../audit-log/changes.repo.ts';
import { type CsvReader, createCsv } from '../../base/csv.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  changeIdOf,
  countPlaces,
  type EntryFilter,
  listPlaces,
  type Place,
  streamPlaces,
} from './activity.repo.ts';
import { activityHead, activityLines } from './activity-csv.ts';

interface Needs extends Pick<Core, 'db' | 'now'> {
  /** For exports, which hold a connection for as long as their client reads. */
  reports: Db;
  listCommands: (db: Db, ids: readonly string[]) => Promise<Command[]>;
  listEvents: (db: Db, deviceKey: DeviceKey, ids: readonly string[]) => Promise<BoardEvent[]>;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
}

type Device = Pick<AllowedDevice, 'deviceKey' | 'visibleFromS'>;

const dateOf = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1000);

const cursorOf = ({ at, id }: Place) => `${at.getTime()}-${id}`;

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const split = cursor.indexOf('-');
  return { at: new Date(Number(cursor.slice(0, split))), id: cursor.slice(split + 1) };
}

/** R4.3c: the change of owner that began the tenure names neither the former owner nor the former name. */
function withoutFormer(change: DeviceChange, { visibleFromS }: Device): DeviceChange {
  if (visibleFromS === null || change.kind !== 'owner' || change.by?.role !== 'owner') return change;
  if (change.by.user_id === change.person?.user_id) return change;
  return { ...change, by: null, fields: change.fields.filter((field) => field.old === null) };
}

/** R5.6, R5.7b: commands, changes and events of a device, newest first. */
export function createActivity(needs: Needs) {
  const { db, reports, now, listCommands, listEvents, csvReaderOf } = needs;

  async function entriesOf(on: Db, device: Device, places: readonly Place[]): Promise<ActivityEntry[]> {
    const ids = Map.groupBy(places, ({ kind }) => (kind === 'command' || kind === 'event' ? kind : 'change'));
    const idsOf = (kind: 'command' | 'event' | 'change') => ids.get(kind)?.map(({ id }) => id) ?? [];
    const [commands, events, changes] = await Promise.all([
      listCommands(on, idsOf('command')),
      listEvents(on, device.deviceKey, idsOf('event')),
      listChanges(on, idsOf('change').map(changeIdOf)),
    ]);
    const commandById = new Map(commands.map((command) => [command.id, command]));
    const eventById = new Map(events.map((event) => [event.id, event]));
    const changeById = new Map(changes.map((change) => [change.id, change]));
    return places.flatMap(({ kind, id, at: date }): ActivityEntry[] => {
      const at = date.getTime() / 1000;
      if (kind === 'command') {
        const command = commandById.get(id);
        return command ? [{ kind, at, command }] : [];
      }
      if (kind === 'event') {
        const event = eventById.get(id);
        return event ? [{ kind, at, event }] : [];
      }
      const change = changeById.get(changeIdOf(id));
      return change ? [{ kind, at, change: withoutFormer(change, device) }] : [];
    });
  }

  const filterOf = (
    { deviceKey, visibleFromS }: Device,
    { kind, from, to }: Pick<ActivityQuery, 'kind' | 'from' | 'to'>,
  ): EntryFilter => ({
    deviceKey,
    until: new Date(now()),
    range: { from: dateOf(from), to: dateOf(to) },
    tenureStart: visibleFromS === null ? null : new Date(visibleFromS * 1000),
    kinds: kind ?? ActivityKind.options,
  });

  return {
    async list(device: Device, { before, ...query }: ActivityQuery): Promise<Activity> {
      const filter = filterOf(device, query);
      const page = readPage(query);
      const places = await listPlaces(db, filter, { ...page, before: placeOf(before) });
      const counted = await countPlaces(db, { ...filter, kinds: ActivityKind.options });
      const countOf = (name: ActivityKind) => counted.get(name) ?? 0;
      const last = places.at(-1);
      return {
        items: await entriesOf(db, device, places),
        total: [...new Set(filter.kinds)].reduce((sum, name) => sum + countOf(name), 0),
        counts: Object.fromEntries(
          ActivityKind.options.map((name) => [name, countOf(name)]),
        ) as Activity['counts'],
        next: last && places.length === page.limit ? cursorOf(last) : null,
      };
    },

    /**
     * Slices from one cursor in one snapshot of the database, since the list has no bound: entries that arrive
     * meanwhile are left out. A client that disconnects ends the generator, and with it the transaction.
     */
    async *csv(
      user: SessionUser,
      device: Device,
      { kind, ...options }: ActivityCsvQuery,
    ): AsyncGenerator<string> {
      const csv = createCsv(await csvReaderOf(user), options);
      const tx = await reports
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      try {
        let head = activityHead(csv);
        for await (const places of streamPlaces(tx, filterOf(device, { kind }))) {
          const entries = await entriesOf(tx, device, places);
          yield head + entries.flatMap((entry) => activityLines(csv, entry)).join('');
          head = '';
        }
        if (head) yield head;
      } finally {
        await tx.rollback().execute();
      }
    },
  };
}
export type ActivityList = ReturnType<typeof createActivity>;
