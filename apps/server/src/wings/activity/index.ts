import type { Core } from '../../core.ts';
import type { Wing } from '../../wing.ts';
import type { AlertsWing } from '../alerts/index.ts';
import type { CommandsWing } from '../commands/index.ts';
import { activityRoutes } from './activity.routes.ts';
import { createActivity } from './activity.service.ts';
import { createBoardEvents } from './board-events/board-events.service.ts';

/** Events of boards, and the timeline of a device. */
export function createActivityWing(
  core: Core,
  { alerts, commands: { commands } }: { alerts: AlertsWing; commands: CommandsWing },
) {
  const { databases, preferencesOf: csvReaderOf } = core;
  const { boards, reports } = databases;
  const boardEvents = createBoardEvents({ ...core, boards, recordAlert: alerts.recordEvent });
  const activity = createActivity({
    ...core,
    reports,
    listCommands: commands.list,
    listEvents: boardEvents.list,
    csvReaderOf,
  });
  const wing: Wing = {
    routes: (api, { startExport }) => activityRoutes(api, activity, startExport),
    messages: { event: boardEvents.receiveEvent },
  };
  return { wing, listStops: boardEvents.listStops };
}
export type ActivityWing = ReturnType<typeof createActivityWing>;
