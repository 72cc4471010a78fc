import type { Role } from '@manoboard/contract/account';
import type { AckError } from '@manoboard/contract/ack-error';
import type { ProblemCode } from '@manoboard/contract/problem';
import type gb from './gb.json';
import type sk from './sk.json';

/** Slovak is the source: every other language has exactly its keys. */
export type Messages = typeof sk;

/** Problems that only the console can meet, beside those of the server. */
export type LocalProblemCode = 'NETWORK' | 'BAD_ANSWER' | 'VALIDATION' | 'UNKNOWN';

type Holds<Check extends true> = Check;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Covers<Keys extends string, Namespace> = [Exclude<Keys, keyof Namespace>] extends [never] ? true : false;

/** Each row stops the build: a key that one language lacks, a refusal or a role without its sentence. */
export type Checks = [
  Holds<Same<typeof gb, Messages>>,
  Holds<Same<ProblemCode | LocalProblemCode, keyof Messages['problem']>>,
  Holds<Same<AckError, keyof Messages['ack']>>,
  Holds<Covers<Role, Messages['role']>>,
];
