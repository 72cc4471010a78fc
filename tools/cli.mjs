import { bench } from './commands/bench.mjs';
import { board, fleet } from './commands/boards.mjs';
import { build } from './commands/build.mjs';
import { check, format } from './commands/check.mjs';
import { dev } from './commands/dev.mjs';
import { diagnose } from './commands/diagnose.mjs';
import { asyncapi, converters, openapi, permissions, requirements, shots } from './commands/documents.mjs';
import { firmware } from './commands/firmware.mjs';
import { looks } from './commands/looks.mjs';
import { audit, backup, enrol, restore, role } from './commands/server.mjs';
import { start } from './commands/start.mjs';
import { test } from './commands/test.mjs';
import { readArguments } from './env/command.mjs';
import { CommandError } from './env/terminal.mjs';

/** Every command of the project. Plain JavaScript without dependencies: Node 20 runs it before the first install. */
const commands = {
  start,
  dev,
  build,
  check,
  format,
  test,
  bench,
  audit,
  backup,
  restore,
  role,
  enrol,
  board,
  fleet,
  firmware,
  diagnose,
  openapi,
  asyncapi,
  converters,
  permissions,
  requirements,
  shots,
  looks,
};

const UNKNOWN_COMMAND = 2;
const list = `Usage: npm run cli -- COMMAND [ARGUMENT …]
Commands (COMMAND --help prints the arguments of one):
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join('\n')}`;

/**
 * Runs one command. Help and wrong arguments end before anything is installed, built or created.
 * @param {string | undefined} name
 * @param {string[]} given
 * @returns {Promise<number>} the exit code
 */
async function dispatch(name, given) {
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(list);
    return 0;
  }
  if (!Object.hasOwn(commands, name)) {
    console.error(`There is no command "${name}".\n${list}`);
    return UNKNOWN_COMMAND;
  }
  const command = commands[name];
  const args = readArguments(command, given);
  if (args) return command.run(args);
  console.log(command.usage);
  return 0;
}

const [name, ...given] = process.argv.slice(2);
try {
  process.exitCode = await dispatch(name, given);
} catch (error) {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
}
