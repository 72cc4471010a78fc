import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Role } from '@manoboard/contract/nouns/account';
import type { AlertCode } from '@manoboard/contract/nouns/alert';
import type gbAdmin from './gb/admin.json';
import type gbGallery from './gb/gallery.json';
import type gbLogin from './gb/login.json';
import type gbServer from './gb/server.json';
import type gbStatistics from './gb/statistics.json';
import type gbTools from './gb/tools.json';
import type { Merged } from './merge.ts';
import type skAdmin from './sk/admin.json';
import type skGallery from './sk/gallery.json';
import type skLogin from './sk/login.json';
import type skServer from './sk/server.json';
import type skStatistics from './sk/statistics.json';
import type skTools from './sk/tools.json';

/** Texts of the console before and after the login. Slovak is the source. */
export type LoginMessages = typeof skLogin;
export type AdminMessages = typeof skAdmin;
/** Texts of the device tools, loaded with them. */
export type ToolMessages = typeof skTools;
/** Texts of single pages, loaded with them. */
export type PageMessages = typeof skGallery | typeof skStatistics;

/** All texts of the console; other languages have exactly these keys. */
export type ConsoleMessages = Merged<
  LoginMessages & AdminMessages & ToolMessages & typeof skGallery & typeof skStatistics
>;
export type Messages = Merged<ConsoleMessages & typeof skServer>;

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
  Holds<Same<typeof gbLogin, LoginMessages>>,
  Holds<Same<typeof gbAdmin, AdminMessages>>,
  Holds<Same<typeof gbTools, ToolMessages>>,
  Holds<Same<typeof gbGallery, typeof skGallery>>,
  Holds<Same<typeof gbStatistics, typeof skStatistics>>,
  Holds<Same<typeof gbServer, typeof skServer>>,
  Holds<Same<ProblemCode | LocalProblemCode, keyof Messages['problem']>>,
  Holds<Same<AckError, keyof Messages['ack']>>,
  Holds<Covers<Role, Messages['role']>>,
  Holds<Same<AlertCode, keyof Messages['alert']>>,
  Holds<Covers<LocalProblemCode, LoginMessages['problem']>>,
];
