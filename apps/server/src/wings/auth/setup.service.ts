import type { User } from '@manoboard/contract/account/account';
import type { FirstUser } from '@manoboard/contract/account/credentials';
import { readClaimCode } from '@manoboard/contract/device/claim';
import { DAY_MS } from '@manoboard/domain/time';
import { newCode } from '../../base/random-code.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { lockSetup } from '../../db/locks.ts';
import type { Attempts, Source } from '../../http/limits/password-attempts.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { insertUser } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import { grantRole } from './grant-role.service.ts';
import { hashPassword, requireStrong } from './password.ts';
import { deleteSetupCodes, hasSuperSeller, insertSetupCode, isSetupCode } from './setup.repo.ts';
import { hashToken } from './token.ts';

const LIFETIME_MS = DAY_MS;

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  attempts: Attempts;
  confirmation: Pick<Confirmation, 'requestConfirmation' | 'mailLink'>;
  termsVersion: string;
  /** Grants the role and logs it. */
}

/** First run: the person with the printed code becomes Super Seller. */
export function createSetup(needs: Needs) {
  const { db, outbox, now, attempts, confirmation, termsVersion } = needs;

  /** The lookup by hash needs no constant time: a guess does not control the bytes that are compared. */
  async function requireCode(tx: Db, codeHash: Buffer, at: Date): Promise<void> {
    const isRight = await isSetupCode(tx, codeHash, at);
    // After the code, which a request that ran at the same time may have used up.
    if (await hasSuperSeller(tx)) throw new ProblemError('SETUP_DONE');
    if (!isRight) throw new ProblemError('SETUP_CODE_WRONG');
  }

  let wasDone = false;

  return {
    /** Caches `false` for good: the last Super Seller cannot be removed. */
    async isSetupNeeded(): Promise<boolean> {
      wasDone ||= await hasSuperSeller(db);
      return !wasDone;
    },

    /** A new code to print, of which only the hash is stored. With a Super Seller all codes are deleted instead. */
    async offerSetup(): Promise<string | undefined> {
      if (await hasSuperSeller(db)) {
        await deleteSetupCodes(db);
        return undefined;
      }
      const code = newCode();
      await insertSetupCode(db, hashToken(code), new Date(now() + LIFETIME_MS), new Date(now()));
      return code;
    },

    /** Attempts are limited by address. A code works once, and not after there is a Super Seller. */
    async setUp({ code, password, locale, ...registration }: FirstUser, network: string): Promise<User> {
      const source: Source = ['address', network, 'setup'];
      await attempts.take(source);
      requireStrong(password, registration, 'REGISTER_INVALID_PASSWORD');
      const codeHash = hashToken(readClaimCode(code) ?? '');
      // A wrong code must not cost a password hash.
      await requireCode(db, codeHash, new Date(now()));
      const passwordHash = await hashPassword(password);
      const newUser = { ...registration, locale: locale ?? null, passwordHash, termsVersion };
      const user = await outbox.transaction(db, async (tx) => {
        const at = new Date(now());
        await lockSetup(tx);
        await requireCode(tx, codeHash, at);
        const added = await insertUser(tx, newUser, at);
        if (!added) throw new ProblemError('REGISTER_USER_ALREADY_EXISTS');
        await deleteSetupCodes(tx);
        await confirmation.requestConfirmation(tx, added.id, added.email);
        await confirmation.mailLink(tx, added.id, added.email);
        await grantRole(tx, at, { by: null, userId: added.id, role: 'Super Seller' });
        return added;
      });
      await attempts.clear(source);
      return user;
    },
  };
}
