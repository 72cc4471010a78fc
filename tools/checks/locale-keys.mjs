/** The languages match: same keys, same arguments, no empty text, no unused text. */
import { argumentsOf } from './icu-arguments.mjs';

/**
 * Every text of a locale file with its dotted key.
 * @param {object} texts
 * @returns {Map<string, string>}
 */
function flatten(texts, prefix = '') {
  const rows = new Map();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') rows.set(prefix + key, value);
    else for (const row of flatten(value, `${prefix}${key}.`)) rows.set(...row);
  }
  return rows;
}

/**
 * A key must be in the same file of all languages, and in no other file: namespaces are merged one level deep, and
 * the later of two duplicates would win silently.
 * @param {{ sk: Record<string, object> } & Record<string, Record<string, object>>} languages texts by language and file;
 * Slovak is the source
 * @returns {string[]} what is wrong
 */
export function compareLocales({ sk, ...others }) {
  return [
    ...repeatedKeys('sk', sk),
    ...filesOf(sk).flatMap(([file, rows]) => faultsOf(`sk/${file}`, rows)),
    ...Object.entries(others).flatMap(([locale, texts]) => [
      ...repeatedKeys(locale, texts),
      ...[...new Set([...Object.keys(sk), ...Object.keys(texts)])].flatMap((file) =>
        compareFiles(locale, file, flatten(sk[file] ?? {}), flatten(texts[file] ?? {})),
      ),
    ]),
  ];
}

const filesOf = (texts) => Object.entries(texts).map(([file, rows]) => [file, flatten(rows)]);

function repeatedKeys(locale, files) {
  const places = new Map();
  return Object.entries(files).flatMap(([name, texts]) =>
    topKeys(texts).flatMap((key) => {
      const other = places.get(key);
      places.set(key, name);
      return other ? [`${key}: in ${locale}/${other} and in ${locale}/${name}`] : [];
    }),
  );
}

const topKeys = (texts) =>
  Object.entries(texts).flatMap(([namespace, rows]) =>
    typeof rows === 'string' ? [namespace] : Object.keys(rows).map((key) => `${namespace}.${key}`),
  );

function compareFiles(locale, file, sk, rows) {
  return [
    ...[...sk.keys()].filter((key) => !rows.has(key)).map((key) => `${key}: missing in ${locale}/${file}`),
    ...[...rows.keys()].filter((key) => !sk.has(key)).map((key) => `${key}: missing in sk/${file}`),
    ...faultsOf(`${locale}/${file}`, rows),
    ...[...sk.keys()]
      .filter((key) => rows.has(key))
      .flatMap((key) => compareArguments(locale, key, sk, rows)),
  ];
}

function faultsOf(file, rows) {
  return [...rows].flatMap(([key, text]) => {
    if (text.trim() === '') return [`${key}: empty in ${file}`];
    return argumentsOf(text) ? [] : [`${key}: braces do not match in ${file}`];
  });
}

function compareArguments(locale, key, sk, rows) {
  const [ours, theirs] = [argumentsOf(sk.get(key)), argumentsOf(rows.get(key))];
  if (!ours || !theirs) return [];
  const [a, b] = [[...ours].sort().join(', '), [...theirs].sort().join(', ')];
  return a === b ? [] : [`${key}: sk takes (${a}), ${locale} takes (${b})`];
}

/**
 * Unused keys. A key counts as used when its last part and its namespace occur in the sources
 * as whole words: keys that are put together at run time (`t(state)`) are named where the state is.
 * @param {Record<string, object>} files texts by the name of their file
 * @param {string[]} sources
 */
export function unusedKeys(files, sources) {
  const words = new Set(sources.flatMap((source) => source.match(/[\w-]+/g) ?? []));
  const keys = Object.values(files).flatMap((texts) => [...flatten(texts).keys()]);
  return keys.filter((key) => {
    const [namespace = '', ...rest] = key.split('.');
    const last = rest.at(-1)?.split(' ') ?? [];
    return ![namespace, ...last].every((word) => words.has(word));
  });
}
