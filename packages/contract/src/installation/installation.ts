import * as z from 'zod/mini';
import { DiskSpace } from '../live.ts';

/** How the server is set up and reached, for the page that checks it. */
export const Installation = z.object({
  address: z.object({
    /** PUBLIC_URL. */
    public_url: z.nullable(z.string()),
    /** Links in mails begin with it. */
    links_url: z.string(),
    /** The host that this request named. */
    host: z.string(),
    /** A proxy forwarded the address of the client. */
    is_forwarded: z.boolean(),
    /** The server has TLS itself, so that https needs no proxy. */
    has_tls: z.boolean(),
    /** The server uses the forwarded address: the proxy is in TRUSTED_PROXIES. */
    is_proxy_trusted: z.boolean(),
  }),
  mail: z.object({
    /** Host and port of SMTP_URL, never its login; `null` writes mails as files. */
    server: z.nullable(z.string()),
    /** Folder of DATA_DIR for mails that are written as files. */
    folder: z.nullable(z.string()),
    from: z.string(),
  }),
  database: z.object({ is_embedded: z.boolean(), version: z.string(), size_bytes: z.number() }),
  disk: z.object({ space: DiskSpace, free_bytes: z.nullable(z.number()), retention_days: z.int() }),
  memory: z.object({
    /** Memory of the server that answers, without the database. */
    used_bytes: z.number(),
    /** The process ends above it. */
    heap_limit_bytes: z.number(),
    /** Garbage is collected when the heap has grown by this share. */
    heap_growth_percent: z.number(),
  }),
  broker: z.object({
    /** MQTT_PUBLIC_URL. */
    public_url: z.nullable(z.string()),
    /** Where the embedded broker listens. */
    url: z.string(),
    /** SHA-256 of the server's certificate, if no authority has signed it: boards must be given it. */
    fingerprint: z.nullable(z.string()),
    is_up: z.boolean(),
  }),
  backup: z.object({
    /** BACKUP_EVERY_HOURS; `null` without BACKUP_DIR: no scheduled backups. */
    every_hours: z.nullable(z.int()),
    last: z.nullable(z.object({ at: z.string(), size_bytes: z.number(), is_encrypted: z.boolean() })),
    /** Error of the newest backup; `null` if it succeeded. */
    failure: z.nullable(z.object({ at: z.string(), error: z.string() })),
    /** The copy of the last backup elsewhere; `null` without BACKUP_COMMAND, and before it ran. */
    copy: z.nullable(z.object({ at: z.string(), error: z.nullable(z.string()) })),
    /** When the last backup was read again, and why it cannot be restored. */
    check: z.nullable(z.object({ at: z.string(), error: z.nullable(z.string()) })),
    /** False after a failure of a backup, its copy or its check, and when two backups in a row are missing. */
    is_healthy: z.boolean(),
  }),
});
export type Installation = z.infer<typeof Installation>;

/** Why a mail was not sent. */
export const MailFailure = z.enum([
  'refused',
  'timeout',
  'unknown_host',
  'login',
  'tls',
  'rejected',
  'other',
]);
export type MailFailure = z.infer<typeof MailFailure>;

/** The outcome of a test mail to oneself. */
export const MailTest = z.object({
  to: z.string(),
  /** `null`: the mail server accepted the mail, or the file was written. */
  failure: z.nullable(MailFailure),
  /** The error as the mail server or the system gave it, one line. */
  detail: z.nullable(z.string()),
});
export type MailTest = z.infer<typeof MailTest>;

/** The checklist of a new installation. Addresses and mail settings are part of `Installation`. */
export const FirstRun = z.object({
  /** False in the demo, and after it was dismissed. */
  is_shown: z.boolean(),
  mail: z.object({
    /** The newest test mail. */
    sent: z.nullable(z.object({ to: z.string(), at: z.string() })),
    /** When its link was opened: only then the mail has arrived. */
    opened_at: z.nullable(z.string()),
  }),
  /** Boards that are enrolled, and those of them that have reported. */
  boards: z.object({ enrolled: z.int(), reported: z.int() }),
});
export type FirstRun = z.infer<typeof FirstRun>;

/** The token of the link in a test mail. */
export const OpenedMail = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });
export type OpenedMail = z.infer<typeof OpenedMail>;
