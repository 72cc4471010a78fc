import { join } from 'node:path';
import { openStateDir } from '../base/data-dir.ts';
import type { Core } from '../core.ts';
import { EVERY_MINUTE } from '../jobs/jobs.ts';
import type { Wing } from '../wing.ts';
import type { FirmwareWing } from '../wings/firmware/index.ts';
import type { HistoryWing } from '../wings/history/index.ts';
import { type Demo, seedDemo } from './demo.ts';
import { createDemoHistory } from './demo-history.ts';
import { mailboxRoutes } from './mailbox.routes.ts';

/** What the demo adds to the server: its data, its past and its mailbox. A real installation has the job and no work for it. */
export function createDemoWing(core: Core, { history }: { history: HistoryWing }) {
  const { config, databases, mail, now } = core;
  const past = createDemoHistory({
    db: databases.reports,
    now,
    boardsDir: join(openStateDir(config), 'boards'),
    rawDays: config.RETENTION_RAW_DAYS,
    rollUp: history.rollups.run,
    storePast: history.rollups.storePast,
  });
  const mailbox = mail.service === 'demo' ? { folder: mail.folder } : null;
  const wing: Wing = {
    routes: (api) => mailboxRoutes(api, mailbox),
    jobs: {
      /** Stores the simulated past of the boards (DEMO_HISTORY_DAYS). */
      'demo-history': { cron: EVERY_MINUTE, isLong: true, run: config.DEMO ? past.run : async () => {} },
    },
    close: past.stop,
  };
  return { wing, hasMailbox: mailbox !== null };
}

/** Fills an empty database of the demo. */
export const seed = ({ config, databases, now }: Core, { storeDemoRelease }: FirmwareWing): Promise<Demo> =>
  seedDemo({
    db: databases.reports,
    dataDir: config.DATA_DIR,
    boardsFile: join(openStateDir(config), 'boards.json'),
    boards: config.DEMO_BOARDS,
    historyDays: config.DEMO_HISTORY_DAYS,
    now,
    keepRelease: storeDemoRelease,
  });
