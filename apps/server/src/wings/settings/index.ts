import type { Core } from '../../core.ts';
import { EVERY_MINUTE } from '../../jobs/jobs.ts';
import type { Wing } from '../../wing.ts';
import { deviceConfigRoutes } from './config/device-config.routes.ts';
import { createDeviceConfig, type DeviceConfigs } from './config/device-config.service.ts';
import { createDeviceZones } from './config/device-zone.service.ts';
import { createLockOuts } from './lock-out/lock-out.service.ts';
import { placeRoutes } from './place/place.routes.ts';
import { createPlaces } from './place/place.service.ts';
import { pumpCardRoutes } from './pump-card/pump-card.routes.ts';
import { createPumpCards } from './pump-card/pump-card.service.ts';

/** What people set for a device: configuration, pump card, place, time zone, lock-out tag. */
export function createSettingsWing(core: Core) {
  const { databases, link } = core;
  const lockOuts = createLockOuts({
    ...core,
    boards: databases.boards,
    publish: (board) => config.publishDesired(board),
  });
  const config: DeviceConfigs = createDeviceConfig({
    ...core,
    boards: databases.boards,
    send: link.send,
    findTag: lockOuts.board.find,
    refuseLockedOut: lockOuts.refuse,
  });
  const zones = createDeviceZones(core);
  const places = createPlaces(core);
  const pumpCards = createPumpCards({ ...core, config, refuseLockedOut: lockOuts.refuse });
  const wing: Wing = {
    routes: (api, { refusedWrites }) => {
      deviceConfigRoutes(api, config, zones, refusedWrites);
      pumpCardRoutes(api, pumpCards, refusedWrites);
      placeRoutes(api, places, refusedWrites);
    },
    messages: {
      async 'cfg/reported'(board, report) {
        // Version 0 is the answer to a tag alone.
        if (report.ver > 0 || report.tag === undefined) await config.receiveReport(board, report);
        await lockOuts.board.receiveReport(board, report);
      },
    },
    jobs: {
      /** Announces expired lock-out tags that the timer of a stopped server missed. */
      'lock-out-ends': { cron: EVERY_MINUTE, run: lockOuts.watch.run },
    },
    on: { birth: config.publishDesired, eventsMissed: config.receiveMissed },
    async start() {
      await config.start();
      lockOuts.watch.start();
    },
    stop: lockOuts.watch.stop,
  };
  return { wing, lockOuts, config, zones, pumpCards, places };
}
export type SettingsWing = ReturnType<typeof createSettingsWing>;
