import type { FactorLogin } from '@manoboard/contract/account/factor';
import { readClaimCode } from '@manoboard/contract/device/claim';
import type { Core } from '../../../core.ts';
import type { Attempts, Source } from '../../../http/limits/password-attempts.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { NotifySecurity } from '../security-notices.ts';
import { hashToken } from '../token.ts';
import { takeChallenge } from './challenge.repo.ts';
import {
  findPasskey,
  findRecoveryCodeHash,
  listTotps,
  markPasskeyUsed,
  useRecoveryCode,
  useTotpStep,
} from './factor.repo.ts';
import { checkPasskey } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOf, totpPlace } from './totp.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now' | 'secrets'> {
  attempts: Attempts;
  notifySecurity: NotifySecurity;
}

export type GivenFactor = Pick<FactorLogin, 'code' | 'recovery_code' | 'passkey'>;

/** Where a factor is checked. */
export interface FactorContext {
  userId: number;
  /** Address of the console in the browser, which a passkey signs. */
  origin: string;
  /** A passkey signs it. */
  challenge: string;
  /** Sources whose wrong codes are counted together. */
  sources: Source[];
}

/** Checks a second factor of a user, each code once. Throws FACTOR_WRONG. */
export function createFactorCheck({ db, outbox, now, attempts, notifySecurity, secrets }: Needs) {
  async function isCode(userId: number, code: string): Promise<boolean> {
    for (const { id, secret } of await listTotps(db, userId)) {
      const step = secret ? stepOf(secrets.open(totpPlace(userId), secret), code, now()) : undefined;
      if (step !== undefined && (await useTotpStep(db, id, step, new Date(now())))) return true;
    }
    return false;
  }

  async function isRecoveryCode(userId: number, typed: string): Promise<boolean> {
    const code = readClaimCode(typed);
    const stored = code && (await findRecoveryCodeHash(db, userId));
    if (!code || !stored) return false;
    const hash = await hashRecoveryCode(code, stored);
    return outbox.transaction(db, async (tx) => {
      const isUsed = await useRecoveryCode(tx, userId, hash, new Date(now()));
      if (isUsed) await notifySecurity(tx, userId, 'recovery_code_used');
      return isUsed;
    });
  }

  /** The user of the passkey that answered the challenge. */
  async function userOfPasskey(
    answer: NonNullable<GivenFactor['passkey']>,
    { origin, challenge }: Pick<FactorContext, 'origin' | 'challenge'>,
  ): Promise<number | undefined> {
    const known = await findPasskey(db, answer.id);
    const signCount = known && (await checkPasskey(origin, challenge, answer, known));
    if (!known || signCount === undefined) return undefined;
    const isUsed = await markPasskeyUsed(db, known.id, signCount, new Date(now()));
    return isUsed ? known.userId : undefined;
  }

  async function isRight({ code, recovery_code, passkey }: GivenFactor, context: FactorContext) {
    const { userId } = context;
    if (code !== undefined) return isCode(userId, code);
    if (recovery_code !== undefined) return isRecoveryCode(userId, recovery_code);
    return passkey !== undefined && (await userOfPasskey(passkey, context)) === userId;
  }

  return {
    userOfPasskey,

    /** Codes are counted before they are checked. A passkey cannot be guessed. */
    async requireFactor(given: GivenFactor, context: FactorContext): Promise<void> {
      const { sources } = context;
      const isGuessable = given.passkey === undefined;
      if (isGuessable) await attempts.take(...sources);
      if (!(await isRight(given, context))) throw new ProblemError('FACTOR_WRONG');
      if (isGuessable) await attempts.clear(...sources);
    },

    /** A challenge of a session works once. */
    async requireChallenge(token: string, purpose: 'proof' | 'registration', userId: number): Promise<void> {
      if (!(await takeChallenge(db, hashToken(token), purpose, userId, new Date(now()))))
        throw new ProblemError('FACTOR_STEP_EXPIRED');
    },
  };
}
export type FactorCheck = ReturnType<typeof createFactorCheck>;
