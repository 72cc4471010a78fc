import type {
  Factor,
  FactorAdded,
  FactorName,
  Factors,
  NewTotp,
  PasskeyOptions,
  PasskeyRegistration,
  RecoveryCodes,
} from '@manoboard/contract/account/factor';
import { actingRole } from '@manoboard/domain/access/policy';
import {
  type FactorPolicy,
  LOGIN_STEP_S,
  MAX_FACTORS,
  needsFactor,
} from '@manoboard/domain/access/second-factor';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { lockUser } from '../../../db/locks.ts';
import type { Attempts } from '../../../http/limits/password-attempts.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { SessionUser } from '../../../http/session.ts';
import { getCredentials } from '../account.repo.ts';
import { listRoles } from '../role.repo.ts';
import type { NotifySecurity } from '../security-notices.ts';
import { deleteOtherSessions, markProved } from '../session.repo.ts';
import { hashToken, newToken, sessionsEnded } from '../token.ts';
import { insertChallenge } from './challenge.repo.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteAllFactors,
  deleteFactor,
  type FactorRow,
  findUnconfirmedTotp,
  forgetTrust,
  insertPasskey,
  insertUnconfirmedTotp,
  listFactors,
  renameFactor,
  replaceRecoveryCodes,
} from './factor.repo.ts';
import type { FactorCheck } from './factor-check.ts';
import { findFactorReset } from './factor-reset.repo.ts';
import { canHavePasskeys, offerPasskey, readNewPasskey } from './passkeys.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { newTotp, stepOf, totpPlace } from './totp.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now' | 'secrets'> {
  attempts: Attempts;
  factorCheck: FactorCheck;
  factorPolicy: FactorPolicy;
  notifySecurity: NotifySecurity;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const toFactor = ({ id, kind, name, addedAt, usedAt }: FactorRow): Factor => ({
  id,
  kind,
  name,
  created_at: addedAt ? seconds(addedAt) : 0,
  last_used_at: usedAt && seconds(usedAt),
});

const record = (
  tx: Db,
  at: Date,
  user: SessionUser,
  action: 'factor_added' | 'factor_removed' | 'recovery_codes',
) =>
  appendAudit(tx, at, {
    kind: 'account',
    action,
    userId: user.id,
    by: { userId: user.id, role: actingRole('see', user.roles, 'none') },
  });

/** New factors: a code generator is confirmed by a code, a passkey by its answer to a challenge. */
function createAdditions(needs: Needs) {
  const { db, outbox, now, attempts, factorCheck, notifySecurity, secrets } = needs;

  async function requireRoom(tx: Db, userId: number): Promise<FactorRow[]> {
    const known = await listFactors(tx, userId);
    if (known.length >= MAX_FACTORS) throw new ProblemError('TOO_MANY_FACTORS');
    return known;
  }

  /** The first factor ends the other sessions, which a stolen password may have opened. */
  async function add(user: SessionUser, insert: (tx: Db) => Promise<number>): Promise<FactorAdded> {
    const fresh = await newRecoveryCodes();
    return outbox.transaction(db, async (tx) => {
      await lockUser(tx, user.id);
      const isFirst = (await requireRoom(tx, user.id)).length === 0;
      const id = await insert(tx);
      const added = (await listFactors(tx, user.id)).find((factor) => factor.id === id);
      if (!added) throw new ProblemError('FACTOR_NOT_FOUND');
      const sessionId = Buffer.from(user.sessionId, 'hex');
      await markProved(tx, sessionId, new Date(now()), true);
      await forgetTrust(tx, user.id);
      if (isFirst) {
        await replaceRecoveryCodes(tx, user.id, fresh.hashes, new Date(now()));
        await outbox.publish(tx, ...sessionsEnded(await deleteOtherSessions(tx, user.id, sessionId)));
      }
      await notifySecurity(tx, user.id, 'factor_added');
      await record(tx, new Date(now()), user, 'factor_added');
      return { factor: toFactor(added), codes: isFirst ? fresh.codes : null };
    });
  }

  return {
    async addTotp(user: SessionUser, { name }: FactorName): Promise<NewTotp> {
      const { email } = await getCredentials(db, user.id);
      const { bytes, ...totp } = newTotp(email);
      const id = await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.id);
        await requireRoom(tx, user.id);
        const factor = { userId: user.id, kind: 'totp', name, at: new Date(now()) } as const;
        return insertUnconfirmedTotp(tx, factor, secrets.seal(totpPlace(user.id), bytes));
      });
      return { id, ...totp };
    },

    async confirmTotp(user: SessionUser, id: number, code: string): Promise<FactorAdded> {
      await attempts.take(['code', 'session', user.sessionId]);
      const waiting = await findUnconfirmedTotp(db, user.id, id);
      if (!waiting?.secret) throw new ProblemError('FACTOR_NOT_FOUND');
      const step = stepOf(secrets.open(totpPlace(user.id), waiting.secret), code, now());
      if (step === undefined) throw new ProblemError('FACTOR_WRONG');
      await attempts.clear(['code', 'session', user.sessionId]);
      return add(user, async (tx) => {
        if (!(await confirmTotp(tx, id, step, new Date(now())))) throw new ProblemError('FACTOR_NOT_FOUND');
        return id;
      });
    },

    async offerPasskey({ id }: SessionUser, origin: string): Promise<PasskeyOptions> {
      if (!canHavePasskeys(origin)) throw new ProblemError('NOT_SUPPORTED');
      const known = await requireRoom(db, id);
      const { email } = await getCredentials(db, id);
      const token = newToken();
      const expiresAt = new Date(now() + LOGIN_STEP_S * 1000);
      await insertChallenge(db, {
        tokenHash: hashToken(token),
        purpose: 'registration',
        userId: id,
        expiresAt,
      });
      return offerPasskey(origin, token, { id, email, known });
    },

    async addPasskey(
      user: SessionUser,
      { token, name, passkey }: PasskeyRegistration,
      origin: string,
    ): Promise<FactorAdded> {
      await factorCheck.requireChallenge(token, 'registration', user.id);
      const credential = await readNewPasskey(origin, token, passkey);
      if (!credential) throw new ProblemError('FACTOR_WRONG');
      return add(user, async (tx) => {
        const factor = { userId: user.id, kind: 'passkey', name, at: new Date(now()) } as const;
        const row = await insertPasskey(tx, factor, credential);
        if (!row) throw new ProblemError('FACTOR_WRONG');
        return row.id;
      });
    },
  };
}

/** The second factors of an account: several, named; the first one brings recovery codes. */
export function createFactors(needs: Needs) {
  const { db, outbox, now, factorPolicy, notifySecurity } = needs;

  return {
    ...createAdditions(needs),

    async factors(user: SessionUser): Promise<Factors> {
      const [known, codes, reset] = await Promise.all([
        listFactors(db, user.id),
        countRecoveryCodes(db, user.id),
        findFactorReset(db, user.id),
      ]);
      return {
        factors: known.map(toFactor),
        is_required: needsFactor(factorPolicy, user.roles),
        recovery_codes: {
          left: codes.left,
          total: codes.total,
          created_at: codes.createdAt && seconds(codes.createdAt),
        },
        reset_at: reset ? seconds(reset.resetAt) : null,
      };
    },

    async rename({ id: userId }: SessionUser, id: number, { name }: FactorName): Promise<Factor> {
      if (!(await renameFactor(db, userId, id, name))) throw new ProblemError('FACTOR_NOT_FOUND');
      const renamed = (await listFactors(db, userId)).find((factor) => factor.id === id);
      if (!renamed) throw new ProblemError('FACTOR_NOT_FOUND');
      return toFactor(renamed);
    },

    /** With the last factor its recovery codes go too. */
    async remove(user: SessionUser, id: number): Promise<void> {
      await outbox.transaction(db, async (tx) => {
        await lockUser(tx, user.id);
        if (!(await deleteFactor(tx, user.id, id))) throw new ProblemError('FACTOR_NOT_FOUND');
        const left = await listFactors(tx, user.id);
        if (left.length === 0 && needsFactor(factorPolicy, await listRoles(tx, user.id)))
          throw new ProblemError('LAST_FACTOR');
        if (left.length === 0) await deleteAllFactors(tx, user.id);
        else await forgetTrust(tx, user.id);
        await notifySecurity(tx, user.id, 'factor_removed');
        await record(tx, new Date(now()), user, 'factor_removed');
      });
    },

    async newRecoveryCodes(user: SessionUser): Promise<RecoveryCodes> {
      const { codes, hashes } = await newRecoveryCodes();
      return outbox.transaction(db, async (tx) => {
        await lockUser(tx, user.id);
        if ((await listFactors(tx, user.id)).length === 0) throw new ProblemError('NO_FACTOR');
        await replaceRecoveryCodes(tx, user.id, hashes, new Date(now()));
        await notifySecurity(tx, user.id, 'recovery_codes');
        await record(tx, new Date(now()), user, 'recovery_codes');
        return { codes };
      });
    },
  };
}
