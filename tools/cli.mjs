import { board, fleet } from './commands/boards/boards.mjs';
import { firmware } from './commands/boards/firmware.mjs';
import { build } from './commands/build/build.mjs';
import { release } from './commands/build/release.mjs';
import { sbom } from './commands/build/supply.mjs';
import { bench } from './commands/check/bench.mjs';
import { e2eCluster, engines, looks, shots } from './commands/check/browser.mjs';
import { check, format } from './commands/check/check.mjs';
import { test } from './commands/check/test.mjs';
import { documents } from './commands/documents/documents.mjs';
import { cluster } from './commands/run/cluster.mjs';
import { dev } from './commands/run/dev.mjs';
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
  documents,
  shots,
  looks,
  engines,
  'e2e-cluster': e2eCluster,
  release,
};

await dispatch(commands);
