import type { ForgotPassword, ResetPassword } from '@manoboard/contract/account/credentials';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { HOUR_MS } from '@manoboard/domain/time';
import type { Core } from '../../core.ts';
import type { Attempts } from '../../http/limits/password-attempts.ts';
import type { Tries } from '../../http/limits/try-limits.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { TaskHandlers } from '../../jobs/tasks.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { resetPasswordMail } from '../../mail/mails.ts';
import type { RevokeAccess } from './access-revocation.ts';
import { findCredentials } from './account.repo.ts';
import type { NewDevice } from './known-device.repo.ts';
import type { KnownDevices } from './known-devices.ts';
import { hashPassword, requireStrong } from './password.ts';
import { findReset, replaceReset, useReset } from './password-reset.repo.ts';
import type { NotifySecurity } from './security-notices.ts';
import { hashToken, newToken, sessionsEnded } from './token.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  attempts: Attempts;
  devices: KnownDevices;
  /** Limit of mails to one address, of all kinds. */
  mails: Tries;
  revokeAccess: RevokeAccess;
  notifySecurity: NotifySecurity;
  sendMail: Mailer['send'];
  /** A page of the console, for links. */
  pageUrl: (path: string) => string;
}

/** Owner of an invalid link. */
const NOBODY = { email: '', name: '', surname: '' };

/** R3.4 */
export function createRecovery(needs: Needs) {
  const { db, now, attempts, devices, mails, outbox, revokeAccess, notifySecurity } = needs;
  const { sendMail, pageUrl } = needs;

  const handlers = {
    /** Each attempt makes a new link, so that no token is stored; the link of a failed attempt is void. */
    async recovery_mail({ email, locale }) {
      const known = await findCredentials(db, email);
      if (!known || known.disabledAt) return;
      const token = newToken();
      await replaceReset(db, known.id, hashToken(token), new Date(now() + HOUR_MS));
      const language = known.personalization?.locale ?? locale ?? DEFAULT_LOCALE;
      await sendMail(resetPasswordMail(known.email, language, pageUrl(`/recover-password#token=${token}`)));
    },
  } satisfies Partial<TaskHandlers>;

  const applyReset = (key: Buffer, passwordHash: string, device: NewDevice) =>
    outbox.transaction(db, async (tx) => {
      const done = await useReset(tx, key, new Date(now()), passwordHash, device);
      await outbox.publish(tx, ...sessionsEnded(done?.ended ?? []));
      if (done) await revokeAccess(tx, done.userId);
      if (done) await notifySecurity(tx, done.userId, 'password');
      return done;
    });

  return {
    handlers,

    /** Looks the account up after the answer, so that neither content nor time reveals whether it exists. */
    async forgot(request: ForgotPassword): Promise<void> {
      const key = request.email.toLowerCase();
      if (!mails.take(key)) return;
      await outbox.transaction(db, (tx) => outbox.enqueue(tx, 'recovery_mail', key, request));
    },

    /** Returns a new known-browser token: failed attempts from other browsers do not delay the next login in this one. */
    async reset({ token, password }: ResetPassword, deviceToken: string | undefined): Promise<string> {
      const key = hashToken(token);
      const owner = await findReset(db, key, new Date(now()));
      requireStrong(password, owner ?? NOBODY, 'RESET_PASSWORD_INVALID_PASSWORD');
      const renewed = devices.renew(deviceToken);
      const done = owner && (await applyReset(key, await hashPassword(password), renewed.device));
      if (!done) throw new ProblemError('RESET_PASSWORD_BAD_TOKEN');
      await attempts.clear(['account', done.email.toLowerCase()]);
      return renewed.deviceToken;
    },
  };
}
