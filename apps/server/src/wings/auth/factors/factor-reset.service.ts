import type { FactorReset } from '@manoboard/contract/account/factor';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { actingRole } from '@manoboard/domain/access/policy';
import { FACTOR_RESET_DELAY_S } from '@manoboard/domain/access/second-factor';
import { type Actor, appendAudit } from '../../../audit-log/audit-log.ts';
import { appendSecurity } from '../../../audit-log/security-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { TaskHandlers } from '../../../jobs/tasks.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import { factorResetMail } from '../../../mail/mails.ts';
import { storeEvents } from '../../../outbox/outbox.ts';
import { findReader } from '../account.repo.ts';
import { findUserId, isSuperSeller } from '../role.repo.ts';
import type { NotifySecurity } from '../security-notices.ts';
import { deleteSessionsOf } from '../session.repo.ts';
import { hashToken, newToken, sessionsEnded } from '../token.ts';
import { deleteAllFactors, listFactors } from './factor.repo.ts';
import {
  deleteFactorReset,
  deleteFactorResetByToken,
  findFactorReset,
  insertFactorReset,
  setCancelToken,
  takeDueReset,
} from './factor-reset.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now' | 'securityLog'> {
  notifySecurity: NotifySecurity;
  sendMail: Mailer['send'];
  /** A page of the console, for links. */
  pageUrl: (path: string) => string;
}

/**
 * A lost factor: a Super Seller requests the reset, the user gets a mail and has a day to cancel it, and then the factors
 * are removed. A thief who deceives a Super Seller gains nothing at once.
 */
export function createFactorResets(needs: Needs) {
  const { db, outbox, now, securityLog, notifySecurity, sendMail, pageUrl } = needs;
  const actorOf = ({ id, roles }: SessionUser): Actor => ({
    userId: id,
    role: actingRole('see', roles, 'none'),
  });
  type Action = 'factor_reset_asked' | 'factor_reset_cancelled' | 'factor_reset_done';
  const record = (tx: Db, userId: number, by: Actor, action: Action) =>
    appendAudit(tx, new Date(now()), { kind: 'account', action, userId, by });

  async function cancel(userId: number, by: Actor): Promise<void> {
    await outbox.transaction(db, async (tx) => {
      if (await deleteFactorReset(tx, userId)) await record(tx, userId, by, 'factor_reset_cancelled');
    });
  }

  /**
   * Removes the factors of one user; nothing when none is due. A reset is cancelled if its requester is not a Super
   * Seller by now: they may have lost the role for it.
   */
  const applyNext = () =>
    outbox.transaction(db, async (tx) => {
      const due = await takeDueReset(tx, new Date(now()));
      if (!due) return undefined;
      if (!(await isSuperSeller(tx, due.askedBy))) {
        await record(tx, due.userId, { userId: due.askedBy, role: null }, 'factor_reset_cancelled');
        return { ...due, isDone: false };
      }
      await deleteAllFactors(tx, due.userId);
      await outbox.publish(tx, ...sessionsEnded(await deleteSessionsOf(tx, due.userId)));
      await notifySecurity(tx, due.userId, 'factor_reset');
      await record(tx, due.userId, { userId: due.askedBy, role: 'Super Seller' }, 'factor_reset_done');
      return { ...due, isDone: true };
    });

  const handlers = {
    /** Each attempt makes a new link, so that no token is stored; the link of a failed attempt is void. */
    async factor_reset_mail({ userId }) {
      const reader = await findReader(db, userId);
      const reset = await findFactorReset(db, userId);
      const token = newToken();
      if (!reader || !reset || !(await setCancelToken(db, userId, hashToken(token)))) return;
      const link = pageUrl(`/second-factor#token=${token}`);
      await sendMail(factorResetMail(reader.email, reader.locale ?? DEFAULT_LOCALE, reset.resetAt, link));
    },
  } satisfies Partial<TaskHandlers>;

  return {
    handlers,

    /** A second request keeps the time of the first. Not for the own account: a stolen session would only have to wait. */
    async request(by: SessionUser, userId: number): Promise<FactorReset> {
      if (by.id === userId) throw new ProblemError('FACTOR_RESET_SELF');
      if (!(await findReader(db, userId))) throw new ProblemError('USER_NOT_FOUND');
      if ((await listFactors(db, userId)).length === 0) throw new ProblemError('NO_FACTOR');
      const resetAt = new Date(now() + FACTOR_RESET_DELAY_S * 1000);
      return outbox.transaction(db, async (tx) => {
        if (await insertFactorReset(tx, { userId, askedBy: by.id, resetAt })) {
          await outbox.enqueue(tx, 'factor_reset_mail', `${userId}`, { userId });
          await record(tx, userId, actorOf(by), 'factor_reset_asked');
        }
        const stored = await findFactorReset(tx, userId);
        return { reset_at: Math.floor((stored?.resetAt ?? resetAt).getTime() / 1000) };
      });
    },

    cancel: (by: SessionUser, userId: number) => cancel(userId, actorOf(by)),

    /** With the mailed link. */
    async cancelByToken(token: string): Promise<void> {
      await outbox.transaction(db, async (tx) => {
        const cancelled = await deleteFactorResetByToken(tx, hashToken(token));
        if (!cancelled) throw new ProblemError('VERIFY_USER_BAD_TOKEN');
        const by = { userId: cancelled.userId, role: null };
        await record(tx, cancelled.userId, by, 'factor_reset_cancelled');
      });
    },

    async applyDue(): Promise<void> {
      for (let due = await applyNext(); due; due = await applyNext())
        if (due.isDone)
          securityLog.note({
            kind: 'factor',
            outcome: 'done',
            userId: due.userId,
            detail: { reset_by: `${due.askedBy}` },
          });
    },
  };
}

/** Called by the operator, for a Super Seller whom no other one can help. False if no user has this e-mail. */
export async function removeFactors(db: Db, email: string): Promise<boolean> {
  const user = await findUserId(db, email);
  if (user)
    await db.transaction().execute(async (tx) => {
      await deleteAllFactors(tx, user.id);
      await storeEvents(tx, sessionsEnded(await deleteSessionsOf(tx, user.id)));
      const by = { userId: user.id, role: null };
      await appendAudit(tx, new Date(), {
        kind: 'account',
        action: 'factor_reset_done',
        userId: user.id,
        by,
      });
      const detail = { tool: 'npm run cli -- factors', id: `${user.id}` };
      await appendSecurity(tx, new Date(), { kind: 'factor', outcome: 'done', detail });
    });
  return user !== undefined;
}
