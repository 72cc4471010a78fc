import type {
  FleetUpdates,
  FleetUpdatesQuery,
  VersionCount,
  VersionDevices,
  VersionDevicesQuery,
} from '@manoboard/contract/firmware/firmware-release';
import { readPage } from '@manoboard/contract/http/paging';
import { FirmwareVersion } from '@manoboard/contract/mqtt/firmware';
import { compareVersions } from '@manoboard/domain/firmware/version';
import type { Db } from '../../db/db.ts';
import {
  countDevicesOf,
  countFleetUpdates,
  countVersions,
  listDevicesOf,
  listFleetUpdates,
} from './fleet-firmware.repo.ts';
import { toUpdate } from './update.repo.ts';

const isVersion = (version: string | null): version is string => FirmwareVersion.safeParse(version).success;

/** By hardware, newest version first; what is no version, and what was never reported, is last. */
function compareCounts(a: VersionCount, b: VersionCount): number {
  if (a.hw !== b.hw) return a.hw === null || (b.hw !== null && a.hw > b.hw) ? 1 : -1;
  if (isVersion(a.version) && isVersion(b.version)) return compareVersions(b.version, a.version);
  return Number(isVersion(b.version)) - Number(isVersion(a.version));
}

/** R4.14: versions and updates of all devices, for Super Sellers. */
export function createFleetFirmware(db: Db) {
  return {
    versions: async (): Promise<VersionCount[]> => (await countVersions(db)).sort(compareCounts),

    async devices({ version, hw, ...query }: VersionDevicesQuery): Promise<VersionDevices> {
      const filter = { version, hw };
      const [items, total] = await Promise.all([
        listDevicesOf(db, { ...filter, ...readPage(query) }),
        countDevicesOf(db, filter),
      ]);
      return { items, total };
    },

    async updates({ is_ended, ...query }: FleetUpdatesQuery): Promise<FleetUpdates> {
      const isEnded = is_ended && is_ended === 'true';
      const [rows, total] = await Promise.all([
        listFleetUpdates(db, { isEnded, ...readPage(query) }),
        countFleetUpdates(db, isEnded),
      ]);
      return { items: rows.map(toUpdate), total };
    },
  };
}
export type FleetFirmware = ReturnType<typeof createFleetFirmware>;
