import { createHash, randomBytes } from 'node:crypto';
import type { FirstRun, Installation, MailTest } from '@manoboard/contract/installation/installation';
import type { DiskSpace } from '@manoboard/contract/live';
import type { Locale } from '@manoboard/contract/locales';
import type { Config } from '../../base/config.ts';
import { heapLimits } from '../../base/heap.ts';
import type { Core } from '../../core.ts';
import { createAttempts } from '../../http/limits/password-attempts.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { type Mailer, mailFailureOf } from '../../mail/mailer.ts';
import { testMail } from '../../mail/mails.ts';
import type { CertificateFacts } from '../../net/tls.ts';
import {
  countBoards,
  findFirstRun,
  getDatabaseFacts,
  markFirstRunDismissed,
  markMailOpened,
  updateTestMail,
} from './installation.repo.ts';

interface Needs extends Pick<Core, 'db' | 'now'> {
  config: Pick<
    Config,
    | 'PUBLIC_URL'
    | 'SMTP_URL'
    | 'MAIL_FROM'
    | 'DEMO'
    | 'DATABASE_URL'
    | 'RETENTION_RAW_DAYS'
    | 'MQTT_PUBLIC_URL'
  >;
  /** Links in mails begin with it. */
  consoleUrl: () => string;
  broker: () => { url: string; isUp: boolean };
  hasHttps: boolean;
  certificate: (() => CertificateFacts) | undefined;
  disk: { space: () => DiskSpace; freeBytes: () => number | null };
  backup: () => Promise<Installation['backup']>;
  sendMail: Mailer['send'];
  emailOf: (user: SessionUser) => Promise<string>;
  localeOf: (user: SessionUser) => Promise<Locale>;
}

/** How the request reached the server. */
type Reached = Pick<Installation['address'], 'host' | 'is_forwarded' | 'is_proxy_trusted'>;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** A certificate that an authority has signed needs no pin, and changes with each renewal. */
const pinOf = (certificate: CertificateFacts | undefined) =>
  certificate?.isSelfSigned ? certificate.fingerprint : null;

/** It confirms the token and leads to the checklist. The token is behind the #, which browsers send to no server. */
const TEST_MAIL_PAGE = '/admin/super-seller/installation#mail-';

function readMemory(): Installation['memory'] {
  const { growthRatio, maxBytes } = heapLimits();
  return {
    used_bytes: process.memoryUsage.rss(),
    heap_limit_bytes: maxBytes,
    heap_growth_percent: 100 * growthRatio,
  };
}

/** The state of the installation, for Super Sellers. Secrets of the settings are never part of it. */
export function createInstallation(needs: Needs) {
  const {
    db,
    now,
    config,
    consoleUrl,
    broker,
    hasHttps,
    certificate,
    disk,
    backup,
    sendMail,
    emailOf,
    localeOf,
  } = needs;
  const attempts = createAttempts({ db, now });
  const mail = {
    server: config.SMTP_URL ? new URL(config.SMTP_URL).host : null,
    folder: config.SMTP_URL ? null : config.DEMO ? 'demo-mail' : 'mail',
    from: config.MAIL_FROM,
  };

  return {
    async read(reached: Reached): Promise<Installation> {
      const database = await getDatabaseFacts(db);
      const { url, isUp } = broker();
      return {
        address: {
          public_url: config.PUBLIC_URL ?? null,
          links_url: consoleUrl(),
          has_tls: hasHttps,
          ...reached,
        },
        mail,
        database: { is_embedded: config.DATABASE_URL === undefined, ...database },
        disk: {
          space: disk.space(),
          free_bytes: disk.freeBytes(),
          retention_days: config.RETENTION_RAW_DAYS,
        },
        memory: readMemory(),
        broker: {
          public_url: config.MQTT_PUBLIC_URL ?? null,
          url,
          fingerprint: url.startsWith('mqtts:') ? pinOf(certificate?.()) : null,
          is_up: isUp,
        },
        backup: await backup(),
      };
    },

    /** Sent at once instead of by the outbox: the caller waits for the outcome. */
    async testMail(user: SessionUser): Promise<MailTest> {
      const [to, locale] = await Promise.all([emailOf(user), localeOf(user)]);
      await attempts.take(['test_mail', `${user.id}`]);
      const token = randomBytes(32).toString('base64url');
      await updateTestMail(db, { hash: hashOf(token), to, at: new Date(now()) });
      try {
        await sendMail(testMail(to, locale, `${consoleUrl()}${TEST_MAIL_PAGE}${token}`));
        return { to, failure: null, detail: null };
      } catch (error) {
        return { to, ...mailFailureOf(error) };
      }
    },

    /** The link of an older test mail is refused. */
    async confirmTestMail(token: string): Promise<void> {
      if (!(await markMailOpened(db, hashOf(token), new Date(now()))))
        throw new ProblemError('VERIFY_USER_BAD_TOKEN');
    },

    async firstRun(): Promise<FirstRun> {
      const [state, boards] = await Promise.all([findFirstRun(db), countBoards(db)]);
      const { to = null, sentAt = null, openedAt = null, dismissedAt = null } = state ?? {};
      return {
        is_shown: !config.DEMO && dismissedAt === null,
        mail: {
          sent: to !== null && sentAt !== null ? { to, at: sentAt.toISOString() } : null,
          opened_at: openedAt?.toISOString() ?? null,
        },
        boards,
      };
    },

    dismissFirstRun: async () => void (await markFirstRunDismissed(db, new Date(now()))),
  };
}
export type InstallationService = ReturnType<typeof createInstallation>;
