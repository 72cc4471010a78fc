import type { Activity, ActivityEntry, BoardEvent } from '@manoboard/contract/activity';
import type { Command } from '@manoboard/contract/command';
import type { PageWish } from '@manoboard/contract/paging';
import type { Db } from '../../db/db.ts';
import { countPlaces, listPlaces, type Place } from './activity.repo.ts';
import { csvHead, csvLine } from './activity-csv.ts';

interface Neighbours {
  db: Db;
  now: () => number;
  listCommands: (ids: readonly string[]) => Promise<Command[]>;
  listEvents: (deviceId: number, ids: readonly string[]) => Promise<BoardEvent[]>;
}

const CSV_SLICE = 500;

/** R5.6: everything that was done to a device and that it raised, the newest first. */
export function createActivity({ db, now, listCommands, listEvents }: Neighbours) {
  const idsOf = (places: readonly Place[], kind: Place['kind']) =>
    places.filter((place) => place.kind === kind).map(({ id }) => id);

  async function entriesOf(deviceId: number, places: readonly Place[]): Promise<ActivityEntry[]> {
    const commands = await listCommands(idsOf(places, 'command'));
    const events = await listEvents(deviceId, idsOf(places, 'event'));
    const commandById = new Map(commands.map((command) => [command.id, command]));
    const eventById = new Map(events.map((event) => [event.id, event]));
    return places.flatMap(({ kind, id, at }): ActivityEntry[] => {
      const seconds = at.getTime() / 1000;
      if (kind === 'command') {
        const command = commandById.get(id);
        return command ? [{ kind, at: seconds, command }] : [];
      }
      const event = eventById.get(id);
      return event ? [{ kind, at: seconds, event }] : [];
    });
  }

  return {
    async list(deviceId: number, page: PageWish): Promise<Activity> {
      const until = new Date(now());
      const places = await listPlaces(db, deviceId, { until, ...page });
      return {
        items: await entriesOf(deviceId, places),
        total: await countPlaces(db, deviceId, until),
      };
    },

    /** In slices: the list has no end. What comes meanwhile is left out, so that nothing is told twice. */
    async *csv(deviceId: number): AsyncGenerator<string> {
      const until = new Date(now());
      yield csvHead;
      let after: Place | undefined;
      do {
        const places = await listPlaces(db, deviceId, { until, limit: CSV_SLICE, after });
        yield (await entriesOf(deviceId, places)).map(csvLine).join('');
        after = places.length < CSV_SLICE ? undefined : places.at(-1);
      } while (after);
    },
  };
}
export type ActivityList = ReturnType<typeof createActivity>;
