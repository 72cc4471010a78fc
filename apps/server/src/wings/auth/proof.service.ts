import type { PasskeyOptions, Proof } from '@manoboard/contract/account/factor';
import { LOGIN_STEP_S } from '@manoboard/domain/access/second-factor';
import type { Core } from '../../core.ts';
import type { Attempts, Source } from '../../http/limits/password-attempts.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { getCredentials } from './account.repo.ts';
import { insertChallenge } from './factors/challenge.repo.ts';
import { listFactors } from './factors/factor.repo.ts';
import type { FactorCheck } from './factors/factor-check.ts';
import { askPasskey, canHavePasskeys } from './factors/passkeys.ts';
import { isPassword } from './password.ts';
import { markProved } from './session.repo.ts';
import { hashToken, newToken } from './token.ts';

interface Needs extends Pick<Core, 'db' | 'now'> {
  attempts: Attempts;
  factorCheck: FactorCheck;
}

/** Proves for some minutes who uses the session, by the password or a second factor. */
export function createProof({ db, now, attempts, factorCheck }: Needs) {
  /** A limit per session: a stolen session guesses as slowly as a stranger, and failed logins do not count. */
  async function requirePassword({ id, sessionId }: SessionUser, current: string): Promise<void> {
    const { passwordHash } = await getCredentials(db, id);
    const source: Source = ['session', sessionId];
    await attempts.take(source);
    if (!(await isPassword(current, passwordHash))) throw new ProblemError('CURRENT_PASSWORD_WRONG');
    await attempts.clear(source);
  }

  return {
    async prove(user: SessionUser, proof: Proof, origin: string): Promise<void> {
      const { current_password, token = '', ...factor } = proof;
      const isByFactor = current_password === undefined;
      if (factor.passkey) await factorCheck.requireChallenge(token, 'proof', user.id);
      if (isByFactor)
        await factorCheck.requireFactor(factor, {
          userId: user.id,
          origin,
          challenge: token,
          // Of all sessions together: with the password, each login of a trusted browser is a new session.
          sources: [
            ['code', 'session', user.sessionId],
            ['account_code', 'sessions', `${user.id}`],
          ],
        });
      else await requirePassword(user, current_password);
      await markProved(db, Buffer.from(user.sessionId, 'hex'), new Date(now()), isByFactor);
    },

    async proofOptions({ id }: SessionUser, origin: string) {
      const factors = await listFactors(db, id);
      const passkeys = factors.filter(({ kind }) => kind === 'passkey');
      let passkey: PasskeyOptions | null = null;
      if (passkeys.length > 0 && canHavePasskeys(origin)) {
        const token = newToken();
        const expiresAt = new Date(now() + LOGIN_STEP_S * 1000);
        await insertChallenge(db, { tokenHash: hashToken(token), purpose: 'proof', userId: id, expiresAt });
        passkey = await askPasskey(origin, token, passkeys);
      }
      return {
        passkey,
        has_totp: factors.some(({ kind }) => kind === 'totp'),
        has_factor: factors.length > 0,
      };
    },
  };
}
