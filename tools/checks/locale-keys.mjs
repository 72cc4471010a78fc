/** Both languages say the same things: same keys, same arguments, no empty text, no text that nobody shows. */
import { argumentsOf } from './icu-arguments.mjs';

/**
 * Every text of a locale file with its dotted key.
 * @param {object} texts
 * @returns {Map<string, string>}
 */
export function flatten(texts, prefix = '') {
  const rows = new Map();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') rows.set(prefix + key, value);
    else for (const row of flatten(value, `${prefix}${key}.`)) rows.set(...row);
  }
  return rows;
}

/**
 * @param {object} sourceTexts Slovak, the source
 * @param {object} otherTexts English
 * @returns {string[]} what is wrong
 */
export function compareLocales(sourceTexts, otherTexts) {
  const sk = flatten(sourceTexts);
  const gb = flatten(otherTexts);
  return [
    ...[...sk.keys()].filter((key) => !gb.has(key)).map((key) => `${key}: missing in gb`),
    ...[...gb.keys()].filter((key) => !sk.has(key)).map((key) => `${key}: missing in sk`),
    ...faultsOf('sk', sk),
    ...faultsOf('gb', gb),
    ...[...sk.keys()].filter((key) => gb.has(key)).flatMap((key) => compareArguments(key, sk, gb)),
  ];
}

function faultsOf(locale, rows) {
  return [...rows].flatMap(([key, text]) => {
    if (text.trim() === '') return [`${key}: empty in ${locale}`];
    return argumentsOf(text) ? [] : [`${key}: braces do not match in ${locale}`];
  });
}

function compareArguments(key, sk, gb) {
  const [ours, theirs] = [argumentsOf(sk.get(key)), argumentsOf(gb.get(key))];
  if (!ours || !theirs) return [];
  const [a, b] = [[...ours].sort().join(', '), [...theirs].sort().join(', ')];
  return a === b ? [] : [`${key}: sk takes (${a}), gb takes (${b})`];
}

/**
 * Keys that no source mentions. A key counts as mentioned when its last part and its namespace stand somewhere
 * as whole words: keys that are put together at run time (`t(state)`) are named where the state is.
 * @param {object} texts
 * @param {string[]} sources
 */
export function unusedKeys(texts, sources) {
  const words = new Set(sources.flatMap((source) => source.match(/[\w-]+/g) ?? []));
  return [...flatten(texts).keys()].filter((key) => {
    const [namespace = '', ...rest] = key.split('.');
    const last = rest.at(-1)?.split(' ') ?? [];
    return ![namespace, ...last].every((word) => words.has(word));
  });
}
