import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { board, fleet } from './commands/boards/boards.mjs';
import { start } from './commands/run/start.mjs';
import {
  audit,
  backup,
  checkInstall,
  drill,
  enrol,
  factors,
  restore,
  role,
  secrets,
  verify,
} from './commands/server/server.mjs';
import { dispatch } from './env/dispatch.mjs';
import { root } from './env/root.mjs';

/** The commands of a release. The package of a board has no server. */
const server = {
  start,
  'check-install': checkInstall,
  backup,
  restore,
  verify,
  drill,
  enrol,
  role,
  factors,
  secrets,
  audit,
  fleet,
};
await dispatch({ ...(existsSync(join(root, 'apps', 'server')) ? server : {}), board });
