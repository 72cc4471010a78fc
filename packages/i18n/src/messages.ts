import type { Role } from '@manoboard/contract/account/account';
import type { AlertKind } from '@manoboard/contract/alert/alert';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Merged } from './merge.ts';
import type { textFiles } from './text-files.ts';

/** Slovak is the source; a page loads the files of its areas. */
type Slovak = (typeof textFiles)['sk'];
type English = (typeof textFiles)['gb'];

export type LoginMessages = Slovak['login'];
export type AdminMessages = Slovak['admin'];
/** A file of texts of a page or an area. */
export type PageFile = Exclude<keyof Slovak, 'login' | 'admin' | 'server'>;
/** Texts of a page or an area, loaded with it. */
type PageMessages = Slovak[PageFile];

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

/** All texts of the console; other languages have exactly these keys. */
export type ConsoleMessages = Merged<Intersection<LoginMessages | AdminMessages | PageMessages>>;
export type Messages = Merged<Intersection<Slovak[keyof Slovak]>>;

/** Problems that only the console can have, besides those of the server. */
export type LocalProblemCode = 'NETWORK' | 'BAD_ANSWER' | 'VALIDATION' | 'UNKNOWN';

type Holds<Check extends true> = Check;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Covers<Keys extends string, Namespace> = [Exclude<Keys, keyof Namespace>] extends [never] ? true : false;

/**
 * Compile-time checks: a key that one language lacks, a problem code or a role without a text is a type error.
 * @public exported because an unused local type is an error too
 */
export type Checks = [
  Holds<Same<English, Slovak>>,
  Holds<Same<ProblemCode | LocalProblemCode, keyof Messages['problem']>>,
  Holds<Same<AckError, keyof Messages['ack']>>,
  Holds<Covers<Role, Messages['role']>>,
  Holds<Same<AlertKind, keyof Messages['alertHappened']>>,
  Holds<Same<AlertKind, keyof Messages['alertRule']>>,
  Holds<Covers<LocalProblemCode, LoginMessages['problem']>>,
];
