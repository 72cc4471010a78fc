/** A file of the repository, with its path from the root. */
export interface Source {
  path: string;
  text: string;
}

const NUMBER = /\bR[1-9]\d?(?:\.\d+[a-z]?)?\b/g;
const LISTED = /^- \*\*(R[\d.]+[a-z]?)\*\* /;
const SECTION = /^## (R\d+) /;
const TESTS = /^ {2}Tests: /;
const TEST_FILE = /\.(test|spec|contract)\.tsx?$|^e2e\/rules\//;
/** A title may begin on the line after `it(`, and is a string in each case. */
const TITLE = /['"`][^'"`\n]*\bR[1-9][^'"`\n]*['"`]/g;
/** A reader looks at a few; the rest is found by a search for the number. */
const MAX_NAMED = 3;

/** Test files whose titles name a requirement, those with the most titles first. */
function testsByNumber(sources: readonly Source[]): Map<string, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { path, text } of sources.filter((source) => TEST_FILE.test(source.path)))
    for (const [title] of text.matchAll(TITLE))
      for (const [number] of title.matchAll(NUMBER)) {
        const files = counts.get(number) ?? new Map<string, number>();
        counts.set(number, files.set(path, (files.get(path) ?? 0) + 1));
      }
  return new Map(
    [...counts].map(([number, files]) => [
      number,
      [...files]
        .toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
        .map(([path]) => path),
    ]),
  );
}

function testsLine(files: readonly string[]): string {
  const named = files.slice(0, MAX_NAMED).map((path) => `\`${path}\``);
  return `  Tests: ${named.join(', ')}${files.length > MAX_NAMED ? ' and others' : ''}`;
}

/** The document with a line of tests below each requirement. */
export function requirementsText(document: string, sources: readonly Source[]): string {
  const tests = testsByNumber(sources);
  const lines = document.split('\n').filter((line) => !TESTS.test(line));
  return lines
    .flatMap((line) => {
      const number = LISTED.exec(line)?.[1];
      return number === undefined ? [line] : [line, testsLine(tests.get(number) ?? [])];
    })
    .join('\n');
}

/** Requirements without a test, and numbers that the document does not list. */
export function requirementFaults(document: string, sources: readonly Source[]): string[] {
  const lines = document.split('\n');
  const listed = lines.flatMap((line) => LISTED.exec(line)?.[1] ?? []);
  const known = new Set([...listed, ...lines.flatMap((line) => SECTION.exec(line)?.[1] ?? [])]);
  const tests = testsByNumber(sources);
  const untested = listed
    .filter((number) => !tests.has(number))
    .map((number) => `${number}: no test names it`);
  const unlisted = sources.flatMap(({ path, text }) => {
    const numbers = new Set([...text.matchAll(NUMBER)].map(([number]) => number));
    return [...numbers]
      .filter((number) => !known.has(number))
      .map((number) => `${path}: ${number} is not listed`);
  });
  return [...untested, ...unlisted];
}
