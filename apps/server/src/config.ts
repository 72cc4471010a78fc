import { resolve } from 'node:path';
import * as z from 'zod/mini';

const port = z.coerce
  .number('a port from 1 to 65535')
  .check(
    z.int('a port from 1 to 65535'),
    z.gte(1, 'a port from 1 to 65535'),
    z.lte(65535, 'a port from 1 to 65535'),
  );
const flag = z.pipe(
  z.enum(['1', 'true', '0', 'false'], '1 or 0'),
  z.transform((text) => text === '1' || text === 'true'),
);
const text = z.string();

/** Every setting, each optional. `.env.example` has the same list for people. */
const Settings = z.object({
  /** Port of the console and the API; a default port that is taken moves to the next free one. */
  PORT: z.optional(port),
  /** Address to listen on. */
  HOST: z._default(text, '127.0.0.1'),
  /** Address under which people reach the console; https makes the session cookie secure. */
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: 'an http(s) address' })),
  /** Folder for the database, secrets and demo files. */
  DATA_DIR: z._default(text, './data'),
  /** When started as root: folder for the embedded Postgres, which runs as a user of its own. */
  POSTGRES_HOME: z._default(text, '/var/lib/manoboard'),
  /** Postgres 15 or newer; empty starts the embedded one. */
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' })),
  /** Address on which the embedded broker listens for boards. */
  MQTT_HOST: z._default(text, '127.0.0.1'),
  /** Port of the embedded broker. */
  MQTT_PORT: z.optional(port),
  /** Most boards connected to the embedded broker at once. */
  MQTT_MAX_CONNECTIONS: z._default(
    z.coerce
      .number('a whole number above 0')
      .check(z.int('a whole number above 0'), z.gte(1, 'a whole number above 0')),
    20_000,
  ),
  /** Shown in the console's top bar. */
  CONTACT_EMAIL: z._default(z.email('an e-mail address'), 'support@manoboard.local'),
  /** Where the documentation entry leads. */
  DOCS_URL: z._default(
    z.url({ protocol: /^https?$/, error: 'an http(s) address' }),
    'https://docs.manoboard.local/',
  ),
  /** Optional console entries to enable: statistics, docs. */
  CONSOLE_FEATURES: z._default(
    z.pipe(
      z.transform((list) =>
        String(list)
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
      z.array(z.enum(['statistics', 'docs'], 'statistics, docs or both')),
    ),
    [],
  ),
  /** Demo people and boards; answers on loopback only. */
  DEMO: z._default(flag, false),
  DEMO_BOARDS: z._default(
    z.coerce
      .number('a whole number from 1 to 1000')
      .check(
        z.int('a whole number from 1 to 1000'),
        z.gte(1, 'a whole number from 1 to 1000'),
        z.lte(1000, 'a whole number from 1 to 1000'),
      ),
    6,
  ),
  LOG_LEVEL: z._default(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'trace, debug, info, warn, error, fatal or silent',
    ),
    'info',
  ),
});

export type Config = z.infer<typeof Settings>;

/** Settings that are wrong, one sentence each. */
export class BadSettings extends Error {
  readonly sentences: string[];
  constructor(sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** All bad settings are named at once. An empty setting counts as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(Settings.shape).flatMap((key) => (env[key]?.trim() ? [[key, env[key].trim()]] : [])),
  );
  const parsed = z.safeParse(Settings, given);
  const sentences =
    parsed.error?.issues.map(
      ({ path, message }) => `${String(path[0])} is "${given[String(path[0])]}", but must be ${message}.`,
    ) ?? [];
  if (given.DEMO && ['1', 'true'].includes(given.DEMO) && given.HOST && !LOOPBACK.includes(given.HOST))
    sentences.push(
      `HOST is "${given.HOST}", but the demo, whose passwords everybody knows, answers on loopback only.`,
    );
  if (!parsed.success || sentences.length > 0) throw new BadSettings([...new Set(sentences)]);
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) };
}
