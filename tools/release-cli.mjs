import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { board, fleet } from './commands/boards.mjs';
import { audit, backup, checkInstall, enrol, factors, restore, role } from './commands/server.mjs';
import { start } from './commands/start.mjs';
import { dispatch } from './env/dispatch.mjs';
import { root } from './env/root.mjs';

/** The commands of a release. The package of a board has no server. */
const server = { start, check: checkInstall, backup, restore, enrol, role, factors, audit, fleet };
await dispatch({ ...(existsSync(join(root, 'apps', 'server')) ? server : {}), board });
