import { ProfileFile, ProfileVariant } from '@manoboard/contract/converter/profile-file';
import { lineFinder, lineOfDepth, lineOfSyntaxError } from './json-lines.ts';
import type { FcProfile } from './profile.ts';
import { findContradictions } from './profile-contradictions.ts';
import { extendFile, resolveProfile } from './resolve-profile.ts';

/** One error of a file. */
export interface ProfileProblem {
  line: number;
  /** Like `registers[3].scale`. */
  path: string;
  reason: string;
}

/** Problems of a file that are named: later ones often follow from the first. */
const MOST_PROBLEMS = 20;
/** Brackets in brackets; a whole profile has five. */
const MOST_DEPTH = 8;
/** Entries of a list or an object, such as registers, faults and notes. */
const MOST_ENTRIES = 2000;

export type CheckedProfile = { file: ProfileFile; profile: FcProfile } | { problems: ProfileProblem[] };

type Path = readonly PropertyKey[];

const pathText = (path: Path) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );

type Issue = NonNullable<ReturnType<typeof ProfileFile.safeParse>['error']>['issues'][number];

/** The schema says only what is wrong with which code; a person gets a sentence. */
function reasonOf(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has the unknown field ${issue.keys
        .slice(0, MOST_PROBLEMS)
        .map((key) => `"${key}"`)
        .join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? `is missing` : `must be of type ${issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_union':
      return 'has none of the possible forms';
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'has a wrong name';
    default:
      return issue.message;
  }
}

/** The message of an error without one of its own, whatever language the schema library is set to. */
const GENERAL = 'Invalid input';

function toProblem(issue: Issue, lineOf: (path: Path) => number): ProfileProblem {
  const place = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  return {
    line: lineOf(place),
    path: pathText(issue.path),
    // A message of the schema says more than its code.
    reason: issue.message === GENERAL ? reasonOf(issue) : issue.message,
  };
}

type Bases = readonly ProfileFile[];

/** The whole file of a variant; its problems if the file that it extends is unknown. */
function completed(
  json: unknown,
  bases: Bases,
  lineOf: (path: Path) => number,
): CheckedProfile | ProfileFile {
  const isVariant = typeof json === 'object' && json !== null && 'extends' in json;
  const parsed = (isVariant ? ProfileVariant : ProfileFile).safeParse(json, {
    reportInput: true,
    error: () => GENERAL,
  });
  if (!parsed.success)
    return {
      problems: parsed.error.issues.slice(0, MOST_PROBLEMS).map((issue) => toProblem(issue, lineOf)),
    };
  const data: ProfileFile | ProfileVariant = parsed.data;
  if (!('extends' in data)) return data;
  const base = bases.find(({ type }) => type === data.extends);
  if (base) return extendFile(base, data);
  const known = bases.map(({ type }) => type).join(', ');
  const reason = `names a profile that is not known; known are ${known}`;
  return { problems: [{ line: lineOf(['extends']), path: 'extends', reason }] };
}

/** The path of a list or an object with too many entries. The text is not nested too deeply. */
function findOversized(value: unknown, path: Path = []): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  if (entries.length > MOST_ENTRIES) return path;
  for (const [key, item] of entries) {
    const found = findOversized(item, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return undefined;
}

/** Looks for lines only if there is a problem. */
function lazyLineFinder(text: string) {
  let find: ReturnType<typeof lineFinder> | undefined;
  return (path: Path) => {
    find ??= lineFinder(text);
    return find(path);
  };
}

/** Checks the text of a profile: well-formed, of the right shape, and without contradictions. */
export function checkProfile(text: string, bases: Bases = []): CheckedProfile {
  const tooDeep = lineOfDepth(text, MOST_DEPTH);
  if (tooDeep !== undefined)
    return {
      problems: [{ line: tooDeep, path: '', reason: `has more than ${MOST_DEPTH} brackets in brackets` }],
    };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const line = lineOfSyntaxError(text, error);
    return { problems: [{ line, path: '', reason: 'is not JSON: a comma, quote or bracket is wrong here' }] };
  }
  const lineOf = lazyLineFinder(text);
  const oversized = findOversized(json);
  if (oversized)
    return {
      problems: [
        {
          line: lineOf(oversized.slice(0, 1)),
          path: pathText(oversized),
          reason: `has more than ${MOST_ENTRIES} entries`,
        },
      ],
    };
  const file = completed(json, bases, lineOf);
  if ('problems' in file || !('registers' in file)) return file;
  const contradictions = findContradictions(file);
  if (contradictions.length > 0)
    return {
      problems: contradictions.slice(0, MOST_PROBLEMS).map(({ path, reason }) => ({
        line: lineOf(path),
        path: pathText(path),
        reason,
      })),
    };
  return { file, profile: resolveProfile(file) };
}

/** One line for each error: file, line, path and reason. */
export const problemLines = (name: string, problems: readonly ProfileProblem[]) =>
  problems.map(({ line, path, reason }) => `${name}:${line}: ${path === '' ? 'the file' : path} ${reason}.`);
