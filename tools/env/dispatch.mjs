import { releaseWords } from '../../packages/domain/src/installation/release-words.mjs';
import { readArguments } from './command.mjs';
import { isRelease } from './root.mjs';
import { CommandError } from './terminal.mjs';

const UNKNOWN_COMMAND = 2;

const worded = (text) => (isRelease ? releaseWords(text) : text);

/** Root runs the commands of the package as the user of the service, who may not read the files of root. */
function sayUser(code) {
  const { MANOBOARD_CHANGED_USER: user } = process.env;
  if (code === 0 || user === undefined) return;
  console.error(
    `This ran as the user ${user}, who must be able to read and write the files and folders that it names.`,
  );
}

/**
 * Runs the command that the arguments name and sets the exit code of the process. Help and wrong arguments end before
 * anything is installed, built or created.
 * @param {Record<string, import('./command.mjs').Command>} commands
 */
export async function dispatch(commands, [name, ...given] = process.argv.slice(2)) {
  const list = worded(`Usage: ${isRelease ? 'manoboard' : 'npm run cli --'} COMMAND [ARGUMENT …]
Commands (COMMAND --help prints the arguments of one):
${Object.entries(commands)
  .map(([command, { summary }]) => `  ${command.padEnd(12)} ${summary}`)
  .join('\n')}`);
  const run = async () => {
    if (name === undefined || name === '--help' || name === '-h') {
      console.log(list);
      return 0;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) {
      console.error(`There is no command "${name}".\n${list}`);
      return UNKNOWN_COMMAND;
    }
    const args = readArguments(command, given);
    if (args) return command.run(args);
    console.log(worded(command.usage));
    return 0;
  };
  try {
    process.exitCode = await run();
    sayUser(process.exitCode);
  } catch (error) {
    console.error(error instanceof CommandError ? worded(error.message) : error);
    process.exitCode = 1;
  }
}
