import type { User } from '@manoboard/contract/account/account';
import type { Registration } from '@manoboard/contract/account/credentials';
import type { Core } from '../../core.ts';
import type { Tries } from '../../http/limits/try-limits.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { insertUser } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import { hashPassword, requireStrong } from './password.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** Limit of mails to one address, of all kinds. */
  mails: Tries;
  confirmation: Pick<Confirmation, 'requestConfirmation' | 'mailLink'>;
  /** Version of the terms that a new user agrees to. */
  termsVersion: string;
}

export const createRegistration = ({ db, outbox, now, mails, confirmation, termsVersion }: Needs) => ({
  /** R3.1, R4.3d: the account works at once, and a link to confirm its address is mailed. */
  async register({ password, locale, ...registration }: Registration): Promise<User> {
    requireStrong(password, registration, 'REGISTER_INVALID_PASSWORD');
    const passwordHash = await hashPassword(password);
    const newUser = { ...registration, locale: locale ?? null, passwordHash, termsVersion };
    return outbox.transaction(db, async (tx) => {
      const user = await insertUser(tx, newUser, new Date(now()));
      if (!user) throw new ProblemError('REGISTER_USER_ALREADY_EXISTS');
      await confirmation.requestConfirmation(tx, user.id, user.email);
      if (mails.take(user.email.toLowerCase())) await confirmation.mailLink(tx, user.id, user.email);
      return user;
    });
  },
});
