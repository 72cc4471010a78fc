import { ASVS_LEVELS } from './asvs-levels.mjs';

const asvs = Object.entries(ASVS_LEVELS).flatMap(([section, levels]) =>
  [...levels].map((level, at) => ({ no: `${section}.${at + 1}`, level })),
);
const others = [
  ...Array.from({ length: 13 }, (_, at) => `EN 5.${at + 1}`),
  'CRA I.1',
  ...Array.from('abcdefghijklm', (letter) => `CRA I.2.${letter}`),
  ...Array.from({ length: 8 }, (_, at) => `CRA II.${at + 1}`),
];
/**
 * Numbers of the rows of `docs/asvs.md`, with a level where the standard has one.
 * @type {Map<string, string | undefined>}
 */
const NUMBERS = new Map();
for (const { no, level } of asvs) if (level !== '3') NUMBERS.set(no, level);
for (const no of others) NUMBERS.set(no, undefined);

const STATES = ['met', 'not applicable', 'deviation'];
/** In each table. */
const MAX_DEVIATIONS = 5;
const ROW = /^\|\s*(?<no>V\d+\.\d+\.\d+|EN 5\.\d+|CRA I{1,2}\.[\w.]+)\s*\|(?<rest>.*)\|\s*$/;
const SPAN = /`([^`]+)`/g;
const PATH = /^[\w.][\w./-]*\.(ts|tsx|mjs|md|json|service|yml|yaml)$/;

/** @typedef {{ no: string, level: string | undefined, state: string, evidence: string }} Row */

/**
 * @param {string} document
 * @returns {Row[]}
 */
export function readRows(document) {
  return document.split('\n').flatMap((line) => {
    const { no = '', rest = '' } = ROW.exec(line)?.groups ?? {};
    if (!no) return [];
    const cells = rest.split('|').map((cell) => cell.trim());
    const level = no.startsWith('V') ? cells.shift() : undefined;
    const [, state = '', ...evidence] = cells;
    return [{ no, level, state, evidence: evidence.join('|') }];
  });
}

/**
 * What is wrong with files and titles in backticks: a title must be in the file that is named before it.
 * @param {string} evidence
 * @param {(path: string) => string | undefined} read
 */
function evidenceFaults(evidence, read) {
  const faults = [];
  let file;
  for (const [, span = ''] of evidence.matchAll(SPAN)) {
    const text = PATH.test(span) || span === 'LICENSE' ? read(span) : undefined;
    if (text !== undefined) file = { path: span, text };
    else if (PATH.test(span)) faults.push(`${span} does not exist`);
    else if (!file) faults.push(`"${span}" has no file before it`);
    else if (!file.text.includes(span)) faults.push(`"${span}" is not in ${file.path}`);
  }
  return { faults, hasFile: file !== undefined };
}

/**
 * @param {Row} row
 * @param {(path: string) => string | undefined} read
 */
function rowFaults({ no, level, state, evidence }, read) {
  if (!NUMBERS.has(no)) return [`${no}: no requirement has this number`];
  const { faults, hasFile } = evidenceFaults(evidence, read);
  const reason = evidence
    .replaceAll(SPAN, '')
    .replaceAll(/[;\s]+/g, ' ')
    .trim();
  return [
    ...(NUMBERS.get(no) === level ? [] : [`its level is ${NUMBERS.get(no)}`]),
    ...(STATES.includes(state) ? [] : [`its state "${state}" is none of ${STATES.join(', ')}`]),
    ...(state === 'met' && !hasFile ? ['it is met without a file as evidence'] : []),
    ...(state !== 'met' && reason.length < 7 ? [`it is "${state}" without a reason`] : []),
    ...faults,
  ].map((fault) => `${no}: ${fault}`);
}

/**
 * Faults of the tables of security standards.
 * @param {string} document
 * @param {(path: string) => string | undefined} read text of a file of the repository
 * @returns {string[]}
 */
export function securityTableFaults(document, read) {
  const rows = readRows(document);
  const counts = new Map();
  for (const { no } of rows) counts.set(no, (counts.get(no) ?? 0) + 1);
  const deviations = (/** @type {RegExp} */ table) =>
    rows.filter(({ no, state }) => table.test(no) && state === 'deviation').length;
  return [
    ...[...NUMBERS.keys()].filter((no) => !counts.has(no)).map((no) => `${no}: missing`),
    ...[...counts].filter(([, count]) => count > 1).map(([no]) => `${no}: more than one row`),
    ...rows.flatMap((row) => rowFaults(row, read)),
    ...[/^V/, /^EN/, /^CRA/]
      .filter((table) => deviations(table) > MAX_DEVIATIONS)
      .map(
        (table) =>
          `${deviations(table)} deviations in the table ${table.source.slice(1)}, but at most ${MAX_DEVIATIONS} are accepted`,
      ),
  ];
}
