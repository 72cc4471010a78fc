import type { Role } from '@manoboard/contract/account/account';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { sk } from './sk/files.ts';

/** Slovak is the source. */
export type Files = typeof sk;
/** The files of the console: `public` before the login, `shell` after it, and one for each area. */
export type TextFile = Exclude<keyof Files, 'server'>;

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;
/** A namespace has the keys of all its parts. */
type Merged<Parts> = {
  [Namespace in keyof Parts]: { [Key in keyof Parts[Namespace]]: Parts[Namespace][Key] };
};

/** All texts of the console; other languages have exactly these keys. */
export type ConsoleMessages = Merged<Intersection<Files[TextFile]>>;
export type Messages = Merged<Intersection<Files[keyof Files]>>;

/** Problems that only the console can have, besides those of the server. */
export type LocalProblemCode = 'NETWORK' | 'BAD_ANSWER' | 'VALIDATION' | 'UNKNOWN';

type Holds<Check extends true> = Check;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Covers<Keys extends string, Namespace> = [Exclude<Keys, keyof Namespace>] extends [never] ? true : false;

/**
 * Compile-time checks: a problem code or a role without a text is a type error.
 * @public exported because an unused local type is an error too
 */
export type Checks = [
  Holds<Same<ProblemCode | LocalProblemCode, keyof Messages['problem']>>,
  Holds<Same<AckError, keyof Messages['ack']>>,
  Holds<Covers<Role, Messages['role']>>,
  Holds<Same<AlertKind, keyof Messages['alertHappened']>>,
  Holds<Same<AlertKind, keyof Messages['alertRule']>>,
  Holds<Covers<LocalProblemCode, Files['public']['problem']>>,
];
