import { parseArgs } from 'node:util';
import { main, Refusal } from './terminal.mjs';

/**
 * @typedef {{ type: 'string' | 'boolean', short?: string, multiple?: boolean }} Option
 * @typedef {{ options?: Record<string, Option>, positionals?: [least: number, most: number] }} Form
 * @typedef {Form & { usage: string, verbs?: Record<string, Form>, usualVerb?: string }} Command
 * @typedef {{ values: Record<string, any>, positionals: string[], verb: string | undefined, args: string[] }} Arguments
 */

/** @type {Option} */
export const TEXT = { type: 'string' };

/**
 * The arguments of a command, nothing if they ask for help, or a `Refusal` with what is wrong and the usage.
 * @param {Command} command
 * @param {string[]} given
 * @returns {Arguments | undefined}
 */
export function readArguments(command, given) {
  if (given.some((arg) => arg === '--help' || arg === '-h')) return undefined;
  /** @type {(sentence: string) => never} */
  const refuse = (sentence) => {
    throw new Refusal(`${sentence}\n${command.usage}`);
  };
  const { verb, form, args } = chooseForm(command, given, refuse);
  const { options = {}, positionals: [least, most] = [0, 0] } = form;
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
    if (positionals.length < least) refuse('Something is missing.');
    if (positionals.length > most) refuse(`"${positionals[most]}" is too much.`);
    return { values, positionals, verb, args };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse(`${String(error instanceof Error ? error.message : error).split('. ', 1)[0]}.`);
  }
}

/**
 * @param {Command} command
 * @param {string[]} given
 * @param {(sentence: string) => never} refuse
 */
function chooseForm({ verbs, usualVerb, ...form }, given, refuse) {
  if (!verbs) return { verb: undefined, form, args: given };
  const isNamed = given[0] !== undefined && !given[0].startsWith('-');
  const verb = isNamed ? given[0] : usualVerb;
  if (verb === undefined) return refuse('What is to be done?');
  const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!known) return refuse(`"${verb}" is none of: ${Object.keys(verbs).join(', ')}.`);
  return { verb, form: known, args: isNamed ? given.slice(1) : given };
}

/**
 * Runs one of the `npm run` commands. Help and wrong arguments are answered before anything is installed, built or
 * created.
 * @param {Command} command
 * @param {(args: Arguments) => Promise<number | undefined>} story
 */
export const runCommand = (command, story) =>
  main(async () => {
    const args = readArguments(command, process.argv.slice(2));
    if (args) return story(args);
    console.log(command.usage);
    return 0;
  });
