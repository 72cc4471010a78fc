import { bench } from './commands/bench.mjs';
import { board, fleet } from './commands/boards.mjs';
import { build } from './commands/build.mjs';
import { check, format } from './commands/check.mjs';
import { cluster } from './commands/cluster.mjs';
import { dev } from './commands/dev.mjs';
import { asyncapi, converters, openapi, permissions, requirements, shots } from './commands/documents.mjs';
import { e2eCluster } from './commands/e2e-cluster.mjs';
import { engines } from './commands/engines.mjs';
import { firmware } from './commands/firmware.mjs';
import { looks } from './commands/looks.mjs';
import { release } from './commands/release.mjs';
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
} from './commands/server.mjs';
import { start } from './commands/start.mjs';
import { sbom } from './commands/supply.mjs';
import { test } from './commands/test.mjs';
import { dispatch } from './env/dispatch.mjs';

/** Every command of the project. Plain JavaScript without dependencies: Node 20 runs it before the first install. */
const commands = {
  start,
  dev,
  build,
  check,
  format,
  test,
  bench,
  'check-install': checkInstall,
  cluster,
  audit,
  backup,
  restore,
  verify,
  drill,
  role,
  factors,
  secrets,
  enrol,
  board,
  fleet,
  firmware,
  sbom,
  openapi,
  asyncapi,
  converters,
  permissions,
  requirements,
  shots,
  looks,
  engines,
  'e2e-cluster': e2eCluster,
  release,
};

await dispatch(commands);
