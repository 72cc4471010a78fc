import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from './terminal.mjs';

/**
 * @typedef {{ type: 'string' | 'boolean', short?: string, multiple?: boolean, resolve?: (value: string) => string }} Option
 * @typedef {{ options?: Record<string, Option>, positionals?: [least: number, most: number], arePaths?: boolean }} Form
 * @typedef {{ values: Record<string, any>, positionals: string[], verb: string | undefined, args: string[] }} Arguments
 * @typedef {Form & { usage: string, verbs?: Record<string, Form>, defaultVerb?: string }} Usage
 * @typedef {Usage & { summary: string, run: (args: Arguments) => Promise<number> }} Command
 */

/** @type {Option} */
export const TEXT = { type: 'string' };
/**
 * A path that is given is relative to the folder of the caller; programs run in that of the project.
 * @param {string} path
 */
export const absolute = (path) => resolve(process.env.INIT_CWD ?? '.', path);
/** @type {Option} */
export const PATH = { type: 'string', resolve: absolute };

/**
 * @param {string[]} given
 * @param {Form} form
 */
function resolvePaths(given, { options = {}, arePaths = false }) {
  const args = [...given];
  const { tokens } = parseArgs({ args, options, strict: true, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && arePaths) args[token.index] = absolute(token.value);
    const path = token.kind === 'option' && options[token.name]?.resolve?.(token.value ?? '');
    if (!path) continue;
    if (token.inlineValue) args[token.index] = `--${token.name}=${path}`;
    else args[token.index + 1] = path;
  }
  return args;
}

/**
 * Parses the arguments of a command. Returns nothing for a help request; throws a `CommandError` with the reason and
 * the usage for wrong arguments.
 * @param {Usage} command
 * @param {string[]} given
 * @returns {Arguments | undefined}
 */
export function readArguments(command, given) {
  if (given.some((arg) => arg === '--help' || arg === '-h')) return undefined;
  /** @type {(reason: string) => never} */
  const reject = (reason) => {
    throw new CommandError(`${reason}\n${command.usage}`);
  };
  const { verb, form, args: chosen } = chooseForm(command, given, reject);
  const { options = {}, positionals: [least, most] = [0, 0] } = form;
  try {
    const args = resolvePaths(chosen, form);
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
    if (positionals.length < least) reject('An argument is missing.');
    if (positionals.length > most) reject(`"${positionals[most]}" is one argument too many.`);
    return { values, positionals, verb, args };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return reject(`${String(error instanceof Error ? error.message : error).split('. ', 1)[0]}.`);
  }
}

/**
 * @param {Usage} command
 * @param {string[]} given
 * @param {(reason: string) => never} reject
 */
function chooseForm({ verbs, defaultVerb, ...form }, given, reject) {
  if (!verbs) return { verb: undefined, form, args: given };
  const isNamed = given[0] !== undefined && !given[0].startsWith('-');
  const verb = isNamed ? given[0] : defaultVerb;
  if (verb === undefined)
    return reject(`The first argument must be one of: ${Object.keys(verbs).join(', ')}.`);
  const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!known) return reject(`"${verb}" is none of: ${Object.keys(verbs).join(', ')}.`);
  return { verb, form: known, args: isNamed ? given.slice(1) : given };
}
