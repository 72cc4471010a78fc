import { actingRole } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { lockSuperSellers, lockUser } from '../../db/locks.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { eraseAccount, getCredentials } from './account.repo.ts';
import { sessionsEnded } from './token.ts';
import { endTokenStreams } from './tokens/tokens.service.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** Gives up all devices, from the devices feature. `record` appends to the audit log and is called last. */
  removeDevices: (tx: Db, user: SessionUser) => Promise<{ record: () => Promise<void> }>;
}

const DEADLOCK = '40P01';
const ATTEMPTS = 3;

/**
 * Alerts lock messages to a person before the account, as they plan others; an erased account must be locked before its
 * messages are deleted. The other transaction of such a deadlock goes on when this one has been rolled back.
 */
async function retryDeadlocks(run: () => Promise<void>, attemptsLeft = ATTEMPTS): Promise<void> {
  try {
    await run();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK || attemptsLeft === 1) throw error;
    await retryDeadlocks(run, attemptsLeft - 1);
  }
}

/**
 * R3.5: own devices become free, delegated access ends, all sessions end. Commands and changes stay without the name.
 * One transaction: a refusal changes nothing.
 */
export const createAccountDeletion =
  ({ db, outbox, now, removeDevices }: Needs) =>
  async (user: SessionUser): Promise<void> => {
    const { passwordHash: knownHash } = await getCredentials(db, user.id);
    const by = { userId: user.id, role: actingRole('see', user.roles, 'none') };
    const erase = async (tx: Db) => {
      await lockUser(tx, user.id);
      const superSellers = await lockSuperSellers(tx);
      if (superSellers.length === 1 && superSellers[0] === user.id)
        throw new ProblemError('LAST_SUPER_SELLER');
      const tokensEnded = await endTokenStreams(tx, user.id);
      const { record } = await removeDevices(tx, user);
      const erased = await eraseAccount(tx, user.id, knownHash, new Date(now()));
      if (erased === 'password changed') throw new ProblemError('PROOF_REQUIRED');
      if (erased === 'holds devices') throw new ProblemError('UNAVAILABLE');
      await record();
      await appendAudit(tx, new Date(now()), { kind: 'account', action: 'deleted', userId: user.id, by });
      await outbox.publish(tx, ...sessionsEnded(erased.ended), ...tokensEnded);
    };
    await retryDeadlocks(() => outbox.transaction(db, erase));
  };
export type DeleteAccount = ReturnType<typeof createAccountDeletion>;
