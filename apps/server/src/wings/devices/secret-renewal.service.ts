import { randomBytes } from 'node:crypto';
import type { BoardToRenew, SecretRenewal } from '@manoboard/contract/installation/enrolment';
import type { Message } from '@manoboard/contract/mqtt/topics';
import { actingRole } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../audit-log/audit-log.ts';
import { NobodyThereError } from '../../bus/peer-bus.ts';
import type { Core } from '../../core.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board } from '../../link/link.ts';
import { hashSecret } from './devices.service.ts';
import {
  findBoardToRenew,
  hasSecret,
  insertRenewal,
  listRenewals,
  markFailed,
  markStored,
  replaceByNew,
} from './secret-renewal.repo.ts';

/** A message to a board is not on its way for longer; then another new secret may be sent. */
const ON_ITS_WAY_S = 30;
/** What the page shows. */
const LISTED = 20;

type Row = Awaited<ReturnType<typeof listRenewals>>[number];

function toRenewal({ id_dev, alias, asked_at, stored_at, used_at, failed_at }: Row): SecretRenewal {
  const [state, at] =
    used_at !== null
      ? (['done', used_at] as const)
      : failed_at !== null
        ? (['failed', failed_at] as const)
        : stored_at !== null
          ? (['stored', stored_at] as const)
          : (['sent', asked_at] as const);
  return { id_dev, alias, state, at: Math.floor(at.getTime() / 1000) };
}

/**
 * New secrets of boards, sent over their own connections. Only the hash is stored; the message is neither stored nor repeated.
 * The former secret is valid until the first login with the new one, so that a board which did not get the message, or lost
 * power while it stored it, still connects.
 */
export function createSecretRenewals({ db, databases, now, link, presence, securityLog }: Core) {
  const { boards } = databases;
  const at = () => new Date(now());

  /** The board may have the message in spite of an error: it uses the former secret when this one is refused. */
  async function send(deviceKey: DeviceKey, deviceId: string, message: Message<'secret'>): Promise<void> {
    try {
      await link.send('secret', deviceId, message);
    } catch (error) {
      await markFailed(db, deviceKey, message.id, at());
      throw error instanceof NobodyThereError ? new ProblemError('SERVER_UNREACHABLE') : error;
    }
  }

  return {
    list: async (): Promise<SecretRenewal[]> => (await listRenewals(db, LISTED)).map(toRenewal),

    async renew({ id, roles }: SessionUser, { id_dev: deviceId }: BoardToRenew): Promise<SecretRenewal> {
      const board = await findBoardToRenew(db, deviceId);
      if (!board) throw new ProblemError('DEVICE_NOT_FOUND');
      if (!presence.isOnline(deviceId)) throw new ProblemError('DEVICE_OFFLINE');
      if (!board.capabilities?.includes('secret')) throw new ProblemError('NOT_SUPPORTED');
      const { deviceKey, alias } = board;
      const secret = randomBytes(32).toString('base64url');
      const messageId = randomBytes(10).toString('hex').toUpperCase();
      const asked = at();
      const by = { userId: id, role: actingRole('see', roles, 'none') };
      await db.transaction().execute(async (tx) => {
        const row = { deviceKey, messageId, secretHash: hashSecret(secret), at: asked };
        const since = new Date(asked.getTime() - ON_ITS_WAY_S * 1000);
        if (!(await insertRenewal(tx, row, since)))
          throw new ProblemError('TOO_MANY_REQUESTS', { retry_after: ON_ITS_WAY_S });
        await appendAudit(tx, asked, { kind: 'board_secret', step: 'asked', deviceId, by });
      });
      await send(deviceKey, deviceId, { v: 1, id: messageId, secret });
      return { id_dev: deviceId, alias, state: 'sent', at: Math.floor(asked.getTime() / 1000) };
    },

    /** The answer of the board. */
    async answered({ deviceKey, deviceId }: Board, { id, st }: Message<'secret/ack'>): Promise<void> {
      await boards.transaction().execute(async (tx) => {
        const mark = st === 'stored' ? markStored : markFailed;
        if (await mark(tx, deviceKey, id, at()))
          await appendAudit(tx, at(), { kind: 'board_secret', step: st, deviceId, by: null });
      });
    },

    /** A login with the new secret ends the former one. False if an enrolment or a failure has withdrawn it meanwhile. */
    async use(deviceKey: DeviceKey, deviceId: string, hash: Buffer): Promise<boolean> {
      const isFirst = await boards.transaction().execute(async (tx) => {
        const isReplaced = await replaceByNew(tx, deviceKey, hash, at());
        if (isReplaced)
          await appendAudit(tx, at(), { kind: 'board_secret', step: 'used', deviceId, by: null });
        return isReplaced;
      });
      if (!isFirst) return hasSecret(boards, deviceKey, hash);
      securityLog.note({
        kind: 'board',
        outcome: 'done',
        detail: { id_dev: deviceId, step: 'first login with the new secret' },
      });
      return true;
    },
  };
}
export type SecretRenewals = ReturnType<typeof createSecretRenewals>;
