import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Email } from '@manoboard/contract/account/login';
import type { MailFailure } from '@manoboard/contract/installation/installation';
import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { Config } from '../base/config.ts';
import type { Context } from '../base/context.ts';
import { needsMailTls } from '../base/plain-lines.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Without it each attempt has another one. */
  messageId?: string;
  /** Page on which the user changes what they receive. */
  settingsUrl?: string;
}
export interface Mailer {
  send: (mail: Mail) => Promise<void>;
  close: () => void;
}

interface Options {
  smtpUrl: string | undefined;
  from: string;
  /** Where mails go without an SMTP server. */
  folder: string;
  now: () => number;
  /** The server must offer TLS (`STARTTLS`); `smtps://` always has it. */
  isTlsRequired?: boolean;
  /** How long the server may be silent during a mail. */
  silenceMs?: number;
}

/** A server that does not answer must not block a mail or the shutdown for minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000 };
const SILENCE_MS = 20_000;

/** Exactly one recipient: rejects text that parses as several addresses or as a header. */
function recipientOf(to: string): string {
  const address = z.parse(Email, to);
  if (/[\s,;:<>()"]/.test(address)) throw new Error('the recipient is not one address');
  return address;
}

function createSmtpMailer(
  smtpUrl: string,
  { from, silenceMs = SILENCE_MS, isTlsRequired = false }: Omit<Options, 'smtpUrl'>,
): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      ...TIMEOUTS,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      requireTLS: isTlsRequired,
    },
    { from: { name: 'MaNoBoard', address: from } },
  );
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ to, subject, text, html, messageId, settingsUrl }) {
      await transport.sendMail({
        to: { name: '', address: recipientOf(to) },
        subject,
        text,
        ...(html && { html }),
        ...(messageId && { messageId: `<${messageId}@${domain}>` }),
        ...(settingsUrl && { list: { unsubscribe: settingsUrl } }),
      });
    },
    close: () => transport.close(),
  };
}

/** Connects to the mail server and logs in, without a mail; as for mails, by TLS where the network needs it. */
export async function verifySmtp(smtpUrl: string, isPrivateNetwork: boolean): Promise<void> {
  const requireTLS = needsMailTls(smtpUrl, isPrivateNetwork);
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, socketTimeout: SILENCE_MS, requireTLS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Plain text instead of MIME, so that the link can be copied from the file. */
function createFolderMailer({ from, folder, now }: Omit<Options, 'smtpUrl'>): Mailer {
  return {
    async send({ to, subject, text }) {
      const sentAt = new Date(now()).toISOString();
      const name = `${sentAt.replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.txt`;
      const head = [`From: ${from}`, `To: ${recipientOf(to)}`, `Date: ${sentAt}`, `Subject: ${subject}`];
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, name), `${head.join('\n')}\n\n${text}\n`, { mode: 0o600, flag: 'wx' });
    },
    close: () => {},
  };
}

/** Sends by SMTP, or writes to a folder without an SMTP server. */
export const createMailer = ({ smtpUrl, ...options }: Options): Mailer =>
  smtpUrl ? createSmtpMailer(smtpUrl, options) : createFolderMailer(options);

/** Patterns of an error's code and message, first match wins. nodemailer reports most network errors as ESOCKET. */
const FAILURES: readonly [RegExp, MailFailure][] = [
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'refused'],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, 'unknown_host'],
  [/ETIMEDOUT/, 'timeout'],
  [/EAUTH/, 'login'],
  [/ETLS|EREQUIRETLS|certificate|SSL|TLS/i, 'tls'],
  [/EENVELOPE|EMESSAGE/, 'rejected'],
];
const MAX_DETAIL = 300;

/** The reason of an error of `send`, and its text in one line. */
export function mailFailureOf(error: unknown): { failure: MailFailure; detail: string } {
  const {
    code = '',
    message = String(error),
    response,
  } = error as {
    code?: string;
    message?: string;
    response?: string;
  };
  const failure = FAILURES.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1] ?? 'other';
  const detail = (response ?? message).replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, MAX_DETAIL);
  return { failure, detail };
}

/** The demo's mailbox is public, so the mails of a real server are in another folder. */
const mailFolderOf = ({ DATA_DIR, DEMO }: Config) => join(DATA_DIR, DEMO ? 'demo-mail' : 'mail');

/** Mails leave by SMTP, or are files. `silenceMs`: how long the mail server may take to answer. */
export function createMail({ config, now }: Context) {
  const folder = mailFolderOf(config);
  const open = (silenceMs?: number) =>
    createMailer({
      smtpUrl: config.SMTP_URL,
      isTlsRequired: config.SMTP_URL !== undefined && needsMailTls(config.SMTP_URL, config.PRIVATE_NETWORK),
      from: config.MAIL_FROM,
      folder,
      now,
      ...(silenceMs !== undefined && { silenceMs }),
    });
  const service = config.SMTP_URL
    ? ('server' as const)
    : config.DEMO
      ? ('demo' as const)
      : ('files' as const);
  return { folder, service, open, ...open() };
}
