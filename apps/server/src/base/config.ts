import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FAULT_RESETS_PER_HOUR } from '@manoboard/domain/commands/fault-reset';
import * as z from 'zod/mini';
import { isDatabaseUrl } from './database-url.ts';
import { plainLines } from './plain-lines.ts';

const wholeNumber = (low: number, high: number) => {
  const rule = `a whole number from ${low} to ${high}`;
  return z.coerce.number(rule).check(z.int(rule), z.gte(low, rule), z.lte(high, rule));
};
/** The default of `CONTACT_EMAIL`: an address that receives no mail. */
export const NO_CONTACT = 'support@manoboard.local';
const port = z.optional(wholeNumber(1, 65_535));
const text = (byDefault: string) => z._default(z.string(), byDefault);
const webAddress = z.url({ protocol: /^https?$/, error: 'an http or https address' });
const flag = z.pipe(
  z.enum(['1', 'true', '0', 'false'], '1 or 0'),
  z.transform((value) => value === '1' || value === 'true'),
);
const commaList = z.transform((list: unknown) =>
  String(list)
    .split(/[\s,]+/)
    .filter(Boolean),
);
export const ROLES = ['link', 'web', 'jobs'] as const;
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every setting, each optional. `.env.example` has the same list for people. */
export const Settings = z.object({
  /** Port of the console and the API; a default port that is taken moves to the next free one. */
  PORT: port,
  /** Address to listen on. */
  HOST: text('127.0.0.1'),
  /** Plain HTTP on PORT although others reach it, for a TLS proxy on another machine; with TLS_CERT, MQTT alone has TLS. */
  HTTP_ALLOW_PLAIN: z._default(flag, false),
  /** Further port, 80 for example, whose requests by plain HTTP are redirected to https; empty opens none. */
  HTTP_REDIRECT_PORT: port,
  /** File with the certificate of the server and its chain (PEM), for HTTPS and MQTT over TLS; read again when it changes. */
  TLS_CERT: z.optional(z.string()),
  /** File with the key of the certificate (PEM). */
  TLS_KEY: z.optional(z.string()),
  /** Public address of the console, also for links in mails; https makes the session cookie secure. */
  PUBLIC_URL: z.optional(webAddress),
  /** Addresses of reverse proxies whose forwarded client address is trusted, by commas. */
  TRUSTED_PROXIES: z.optional(z.string()),
  /** Further host names that requests may use, by commas. */
  ALLOWED_HOSTS: z._default(z.pipe(commaList, z.array(z.string())), []),
  /** Token for /metrics, the details of /readyz and /api/docs from another machine. */
  OPERATOR_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters long'))),
  /** Serves the last values of all devices at /metrics/devices to requests with this token. */
  DEVICE_METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters long'))),
  /** Folder for secrets and demo files, and for the database unless root started it. */
  DATA_DIR: text('./data'),
  /** When started as root: folder for the embedded Postgres, which runs as a user of its own. */
  POSTGRES_HOME: text('/var/lib/manoboard'),
  /** Postgres 15 or newer, with several hosts the primary of `postgres://user:password@a:5432,b:5432/name`; empty starts the embedded one. */
  DATABASE_URL: z.optional(z.string().check(z.refine(isDatabaseUrl, 'a postgres:// address'))),
  /** Cache of the embedded Postgres in MB; empty is 48, 64 or 128 by the memory of this machine. */
  POSTGRES_BUFFERS_MB: z.optional(wholeNumber(16, 65_536)),
  /** Bus to the other servers on this database, `nats://user:password@a:4222,b:4222`, or `tls://…`; empty runs one server alone. */
  BUS_URL: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(nats|tls):\/\/([^:@/\s]+(:[^@/\s]*)?@)?[^/@\s,]+(,[^/@\s,]+)*\/?$/,
          'nats:// or tls:// with one or more host:port, by commas',
        ),
      ),
  ),
  /** File with the certificate of the authority that signed those of the bus; empty uses those of the system. */
  BUS_CA: z.optional(z.string()),
  /** File with the credentials of an account of the bus, instead of user and password. */
  BUS_CREDENTIALS: z.optional(z.string()),
  /** The network to Postgres and the bus is private: they, and a mail server with a local address, may lack TLS. */
  PRIVATE_NETWORK: z._default(flag, false),
  /** Name of this server among those of the database; empty makes one from the machine and DATA_DIR. */
  SERVER_ID: z.optional(z.string().check(z.regex(/^[\w-]{1,32}$/, 'at most 32 letters, digits, - or _'))),
  /** What this server does, beside others with a bus: `link` connects boards, `web` serves people, `jobs` runs periodic work and sends mails. */
  ROLES: z._default(
    z.pipe(
      commaList,
      z
        .array(z.enum(ROLES, 'link, web, jobs or several of them'))
        .check(z.minLength(1, 'link, web, jobs or several of them')),
    ),
    [...ROLES],
  ),
  /** Start although another server uses the database; for tests and benchmarks. */
  SEVERAL_SERVERS: z._default(flag, false),
  /** Below this share of free disk space exports and uploads are refused, and console and `/readyz` show it. */
  DISK_MIN_FREE_PERCENT: z._default(wholeNumber(0, 99), 5),
  /** Below this many free megabytes frames are not stored either: the boards keep them. */
  DISK_MIN_FREE_MB: z._default(wholeNumber(0, 1_000_000), 500),
  /** Days that measured values (frames) are kept; older ones are deleted, a whole day at a time. */
  RETENTION_RAW_DAYS: z._default(wholeNumber(1, 36_500), 30),
  /** Days that the statistics of minutes are kept; older ones are deleted, a whole month at a time. */
  RETENTION_MINUTE_DAYS: z._default(wholeNumber(1, 36_500), 730),
  /** Days that the statistics of hours are kept; older ones are deleted, a whole year at a time. */
  RETENTION_HOUR_DAYS: z._default(wholeNumber(1, 36_500), 3650),
  /** Key of the secrets in the database, the same on all its servers; empty makes one in DATA_DIR. */
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'at least 32 characters long'))),
  /** Folder for scheduled backups; empty makes none. */
  BACKUP_DIR: z.optional(z.string()),
  /** Hours between two scheduled backups. */
  BACKUP_EVERY_HOURS: z._default(wholeNumber(1, 8760), 24),
  /** How many scheduled backups are kept; older ones are deleted. */
  BACKUP_KEEP: z._default(wholeNumber(1, 10_000), 7),
  /** Encrypts every backup (age format); without it a lost file is a lost copy of all data. */
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(16, 'at least 16 characters long'))),
  /** Program that copies each scheduled backup off this machine: words by spaces, `{}` is the path of the file. */
  BACKUP_COMMAND: z.optional(z.string()),
  /** Minutes after which BACKUP_COMMAND is ended. */
  BACKUP_COMMAND_MINUTES: z._default(wholeNumber(1, 10_000), 60),
  /** Address on which the embedded broker listens for boards. */
  MQTT_HOST: text('127.0.0.1'),
  /** Port of the embedded broker. */
  MQTT_PORT: port,
  /** Port of the embedded broker for MQTT over TLS. */
  MQTT_TLS_PORT: port,
  /** Accept plain MQTT, and so secrets that anybody on the way can read, from other machines. */
  MQTT_ALLOW_PLAIN: z._default(flag, false),
  /** Address under which boards reach the broker, through a TLS proxy for example; the console shows it. */
  MQTT_PUBLIC_URL: z.optional(z.url({ protocol: /^mqtts?$/, error: 'an mqtt:// or mqtts:// address' })),
  /** Most boards connected to the embedded broker at once. */
  MQTT_MAX_CONNECTIONS: z._default(wholeNumber(1, 1_000_000), 20_000),
  /** Most connections to the embedded broker from one address; this machine and TRUSTED_PROXIES are not counted. */
  MQTT_CONNECTIONS_PER_ADDRESS: z._default(wholeNumber(1, 1_000_000), 1_000),
  /** Events that a board may send in a minute, after a burst of five times as many. */
  MQTT_EVENTS_PER_MINUTE: z._default(wholeNumber(1, 100_000), 60),
  /** Frames that a board may send in a second, after a burst of twenty times as many. */
  MQTT_FRAMES_PER_SECOND: z._default(wholeNumber(1, 100_000), 1_000),
  /** File with the ed25519 public keys (PEM) of accepted firmware makers; empty accepts no firmware. */
  FIRMWARE_KEYS: z.optional(z.string()),
  /** Logins, and registrations, that one address may try in a minute. */
  LOGINS_PER_MINUTE: z._default(wholeNumber(1, 1_000_000), 60),
  /** Who needs a second factor: staff (the three roles), all, or none; never in the demo. */
  REQUIRE_2FA: z._default(z.enum(['staff', 'all', 'none'], 'staff, all or none'), 'staff'),
  /** Register writes of staff on devices that are not theirs need a fresh proof of identity. */
  REGISTER_PROOF: z._default(flag, true),
  /** Most event streams (open console windows) of one account; a further one closes the oldest. */
  STREAMS_PER_ACCOUNT: z._default(wholeNumber(1, 1000), 20),
  /** Most HTTP connections at once. With `MQTT_MAX_CONNECTIONS` it stays below the limit of open files (`ulimit -n`). */
  HTTP_MAX_CONNECTIONS: z._default(wholeNumber(10, 1_000_000), 4000),
  /** Most HTTP connections of one address at once; reverse proxies and loopback are exempt. */
  HTTP_CONNECTIONS_PER_ADDRESS: z._default(wholeNumber(1, 1_000_000), 300),
  /** Most requests of one client address that are under way at once; behind a reverse proxy it is the address that the proxy names. */
  HTTP_REQUESTS_PER_ADDRESS: z._default(wholeNumber(1, 1_000_000), 50),
  /** Most requests of one client address in a second; three times as many may come at once. */
  HTTP_REQUESTS_PER_SECOND: z._default(wholeNumber(1, 1_000_000), 100),
  /** Requests without a known session in a second, of all addresses; they wait in a queue that is fair by address. */
  HTTP_ANONYMOUS_PER_SECOND: z._default(wholeNumber(1, 1_000_000), 300),
  /** Requests without a known session that are under way at once, of all addresses. */
  HTTP_ANONYMOUS_AT_ONCE: z._default(wholeNumber(1, 1_000_000), 50),
  /** Requests of one account that are under way at once; further ones wait. Commands do not count. */
  HTTP_REQUESTS_PER_ACCOUNT: z._default(wholeNumber(1, 1_000_000), 8),
  /** Count loopback like any other address; for tests and benchmarks. */
  LIMIT_LOOPBACK: z._default(flag, false),
  /** Exports (CSV files) that one account may load at once. */
  EXPORTS_PER_USER: z._default(wholeNumber(1, 100), 2),
  /** Exports that all accounts together may load at once; further ones wait for up to 10 seconds. */
  EXPORTS_AT_ONCE: z._default(wholeNumber(1, 4), 3),
  /** Points of graphs, energy, statistics and exports that one account may read in a minute; a large graph has 60,000. */
  READ_POINTS_PER_MINUTE: z._default(wholeNumber(10_000, 1_000_000_000), 3_000_000),
  /** Units of lists (2), searches (10) and other reads (1) of one account in a second; five times as many may come at once. */
  READ_UNITS_PER_SECOND: z._default(wholeNumber(1, 1_000_000), 40),
  /** Seconds between two starts of a pump. */
  START_GAP_S: z._default(wholeNumber(0, 3600), 10),
  /** Most starts of a pump in an hour; stop is never limited. */
  STARTS_PER_HOUR: z._default(wholeNumber(1, 3600), 30),
  /** Most resets of a drive fault in an hour, for each device. */
  FAULT_RESETS_PER_HOUR: z._default(wholeNumber(1, 3600), FAULT_RESETS_PER_HOUR),
  /** Server that takes the mails; empty writes each one as a file to `DATA_DIR/mail`, in the demo to `DATA_DIR/demo-mail`. */
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'an smtp:// or smtps:// address' })),
  /** Sender of the mails. */
  MAIL_FROM: z._default(z.email('an e-mail address'), 'no-reply@manoboard.local'),
  /** `stdout`, or a file to which every row of the log of writes and security is appended as a line of JSON. */
  AUDIT_FORWARD: z.optional(z.string()),
  /** E-mail address, or file, that gets the end of that log daily: a log that is cut later is found by it. */
  AUDIT_HEAD: z.optional(z.string()),
  /** Webhooks and push services may be in the local network or on this machine, by http too; any user may then name such an address. */
  WEBHOOK_LOCAL: z._default(flag, false),
  /** Folder with the terms of use, `terms.sk.md` and `terms.gb.md`; empty uses the texts that come with the server. */
  TERMS_DIR: z.optional(z.string()),
  /** Shown in the console's top bar. */
  CONTACT_EMAIL: z._default(z.email('an e-mail address'), NO_CONTACT),
  /** Name of the firm on printed reports, above `CONTACT_EMAIL`. */
  FIRM_NAME: z.optional(z.string().check(z.maxLength(80))),
  /** R1.8: external documentation that the documentation entry opens; without it the console's own help. */
  DOCS_URL: z.optional(webAddress),
  /** R4.17: address of a map: `{q}` is the pin, else the address; `{lat}` and `{lon}` need a pin. Empty is OpenStreetMap. */
  MAP_URL: z.optional(
    z
      .string()
      .check(z.regex(/^https:\/\/\S*\{(q|lat)\}\S*$/, 'an https address with {q}, or with {lat} and {lon}')),
  ),
  /** Optional console entries to enable. */
  CONSOLE_FEATURES: z._default(
    z.pipe(commaList, z.array(z.enum(['statistics', 'docs'], 'statistics, docs or both'))),
    [],
  ),
  /** R1.9: container of Google Tag Manager that the pages load; empty loads none. */
  ANALYTICS_TAG: z.optional(
    z
      .string()
      .check(z.regex(/^GTM-[A-Z0-9]{4,12}$/, 'the ID of a container of the tag manager, GTM-XXXXXXX')),
  ),
  /** Demo users and boards; listens on loopback only. */
  DEMO: z._default(flag, false),
  /** How many boards the demo has. */
  DEMO_BOARDS: z._default(wholeNumber(1, 1000), 7),
  /** For how many days before their first start the boards of the demo have values. */
  DEMO_HISTORY_DAYS: z._default(wholeNumber(0, 400), 65),
  LOG_LEVEL: z._default(z.enum(LEVELS, `one of ${LEVELS.join(', ')}`), 'info'),
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

/** Settings that hold a secret: `NAME_FILE` names a file with the value instead. */
const SECRETS = [
  ...(['OPERATOR_TOKEN', 'DEVICE_METRICS_TOKEN', 'DATABASE_URL', 'SMTP_URL', 'SECRET_KEY'] as const),
  'BACKUP_PASSPHRASE',
] as const;

/** Every name that has an effect. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(Settings.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

const isSecret = (name: string) => (SECRETS as readonly string[]).includes(name);

/** The value of the file that `NAME_FILE` names; adds a sentence if it cannot be read. */
function readSecretFile(
  name: string,
  file: string,
  isGiven: boolean,
  sentences: string[],
): string | undefined {
  if (isGiven) {
    sentences.push(`${name} and ${name}_FILE are both set, but only one of them may be.`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    sentences.push(`${name}_FILE cannot be read: ${(error as Error).message}.`);
    return undefined;
  }
}

function readGiven(env: Record<string, string | undefined>, sentences: string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(Settings.shape)) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    const value = file && readSecretFile(name, file, given[name] !== undefined, sentences);
    if (value) given[name] = value;
  }
  return given;
}

/** What is wrong with TLS settings that belong together. */
function tlsSentences({ TLS_CERT, TLS_KEY, PUBLIC_URL, HTTP_ALLOW_PLAIN }: Record<string, string>): string[] {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return [];
  if (TLS_CERT === undefined || TLS_KEY === undefined)
    return [`${TLS_CERT ? 'TLS_KEY' : 'TLS_CERT'} is not set, but TLS needs a certificate and its key.`];
  if (!PUBLIC_URL?.startsWith('http:') || ['1', 'true'].includes(HTTP_ALLOW_PLAIN ?? '')) return [];
  return [`PUBLIC_URL is "${PUBLIC_URL}", but must be an https address with TLS_CERT.`];
}

/** The bus carries commands: without a login every local user of its machines could read and send them. */
function busSentences({ BUS_URL, BUS_CREDENTIALS }: Pick<Config, 'BUS_URL' | 'BUS_CREDENTIALS'>): string[] {
  if (!BUS_URL || BUS_CREDENTIALS || /^\w+:\/\/[^:@/]+:[^@/]+@/.test(BUS_URL)) return [];
  return [
    'BUS_URL has no user and password: write nats://user:password@host:4222, with the login of the bus, or set BUS_CREDENTIALS.',
  ];
}

/** All bad settings are named at once. An empty setting counts as not set. Values of secrets are not part of a sentence. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const sentences: string[] = [];
  const given = readGiven(env, sentences);
  const parsed = z.safeParse(Settings, given);
  const shown = (name: string) => (isSecret(name) ? 'not valid' : `"${given[name]}"`);
  const bad = (name: string, rule: string) => `${name} is ${shown(name)}, but must be ${rule}.`;
  sentences.push(...(parsed.error?.issues ?? []).map(({ path, message }) => bad(String(path[0]), message)));
  sentences.push(...tlsSentences(given));
  if (parsed.success && !parsed.data.PRIVATE_NETWORK) sentences.push(...plainLines(parsed.data));
  if (parsed.success) sentences.push(...busSentences(parsed.data));
  if (parsed.success && !given.BUS_URL && !ROLES.every((role) => parsed.data.ROLES.includes(role)))
    sentences.push(bad('ROLES', 'link,web,jobs without BUS_URL: no other server could do the rest'));
  for (const name of ['HOST', 'MQTT_HOST'])
    if (['1', 'true'].includes(given.DEMO ?? '') && !LOOPBACK.includes(given[name] ?? '127.0.0.1'))
      sentences.push(bad(name, 'on loopback (127.0.0.1) in the demo, whose passwords everybody knows'));
  if (!parsed.success || sentences.length > 0) throw new BadSettings([...new Set(sentences)]);
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) };
}

/** Settings that are not the default, for the security log: the values of secrets are left out. */
export function shownSettings(config: Config): Record<string, string> {
  const byDefault: Record<string, unknown> = readConfig({});
  const changed = Object.entries(config).filter(
    ([name, value]) => value !== undefined && String(value) !== String(byDefault[name]),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [name, isSecret(name) ? '(set)' : String(value).slice(0, 200)]),
  );
}
