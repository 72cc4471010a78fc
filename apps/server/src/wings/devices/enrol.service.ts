import { randomBytes } from 'node:crypto';
import type {
  BlockedBoard,
  BoardBlock,
  Enrolment,
  NewEnrolment,
} from '@manoboard/contract/installation/enrolment';
import { actingRole } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../audit-log/audit-log.ts';
import { newCode } from '../../base/random-code.ts';
import type { Db } from '../../db/db.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { type Outbox, storeEvents } from '../../outbox/outbox.ts';
import type { NotifyAccess } from '../inbox/notice.ts';
import { hashSecret } from './devices.service.ts';
import {
  insertBoards,
  listBlocked,
  listOwners,
  markBlocked,
  type NewBoard,
  replaceBoards,
} from './enrol.repo.ts';

/** A board as its maker knows it; the server stores only hashes of the last two. */
export interface BoardToEnrol {
  deviceId: string;
  secret: string;
  claimCode: string | undefined;
}

/** Rows per statement. */
const SLICE = 500;

const hashed = ({ deviceId, secret, claimCode }: BoardToEnrol): NewBoard => ({
  deviceId,
  secretHash: hashSecret(secret),
  claimHash: claimCode === undefined ? null : hashSecret(claimCode),
});

/** Enrols all boards or none. Returns the ID of a known board that is not to be replaced: then nothing changes. */
export const enrol = (
  db: Db,
  boards: readonly BoardToEnrol[],
  isReplacing: boolean,
  record: (tx: Db) => Promise<unknown> = async () => undefined,
): Promise<{ known: string | undefined }> =>
  db
    .transaction()
    .execute(async (tx) => {
      for (let from = 0; from < boards.length; from += SLICE) {
        const slice = boards.slice(from, from + SLICE).map(hashed);
        if (isReplacing) {
          await replaceBoards(tx, slice);
          continue;
        }
        const added = new Set(await insertBoards(tx, slice));
        const known = slice.find(({ deviceId }) => !added.has(deviceId));
        if (known) throw new KnownBoard(known.deviceId);
      }
      await record(tx);
      return { known: undefined };
    })
    .catch((error: unknown) => {
      if (error instanceof KnownBoard) return { known: error.message };
      throw error;
    });

/** Rolls the transaction back; the message is the ID. */
class KnownBoard extends Error {}

const newDeviceId = () => `MNB-${randomBytes(4).toString('hex').toUpperCase()}`;

/** Enrolment in the console: the server makes the secret and the claim code. */
export const createEnrolment =
  ({ db, now, notifyAccess }: { db: Db; now: () => number; notifyAccess: NotifyAccess }) =>
  async ({ id, roles }: SessionUser, { id_dev, is_replacing }: NewEnrolment): Promise<Enrolment> => {
    const deviceId = id_dev ?? newDeviceId();
    const board = { deviceId, secret: randomBytes(32).toString('base64url'), claimCode: newCode() };
    const by = { userId: id, role: actingRole('see', roles, 'none') };
    const { known } = await enrol(db, [board], is_replacing, async (tx) => {
      await appendAudit(tx, new Date(now()), { kind: 'enrolment', deviceId, isReplacing: is_replacing, by });
      const readers = is_replacing ? [id, ...(await listOwners(tx, deviceId))] : [];
      if (readers.length > 0) await notifyAccess(tx, readers, { what: 'board_secret', subject: deviceId });
      // A board with the former secret must not stay connected.
      if (is_replacing) await storeEvents(tx, [['boardCut', { deviceId }]]);
    });
    if (known !== undefined) throw new ProblemError('DEVICE_ENROLLED');
    return { id_dev: deviceId, claim_code: board.claimCode, secret: board.secret };
  };
export type Enrol = ReturnType<typeof createEnrolment>;

/** Boards that the broker refuses, because they were stolen or misbehave. Device, history and access stay. */
export const createBlocking = ({ db, outbox, now }: { db: Db; outbox: Outbox; now: () => number }) => ({
  async list(): Promise<BlockedBoard[]> {
    const rows = await listBlocked(db);
    return rows.map((row) => ({ ...row, blocked_at: Math.floor(row.blocked_at.getTime() / 1000) }));
  },

  /** The connection of a blocked board ends on the server that has it, after the commit. */
  set({ id, roles }: SessionUser, { id_dev: deviceId, blocked: isBlocked }: BoardBlock): Promise<void> {
    const by = { userId: id, role: actingRole('see', roles, 'none') };
    const at = new Date(now());
    return outbox.transaction(db, async (tx) => {
      if (!(await markBlocked(tx, deviceId, isBlocked ? at : null)))
        throw new ProblemError('DEVICE_NOT_FOUND');
      if (isBlocked) await outbox.publish(tx, ['boardCut', { deviceId }]);
      await appendAudit(tx, at, { kind: 'board_block', deviceId, isBlocked, by });
    });
  },
});
export type Blocking = ReturnType<typeof createBlocking>;
