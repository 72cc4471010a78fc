import type { Db } from '../../db/db.ts';
import { StartRefused } from '../../start-refused.ts';
import { hashSecret } from './devices.service.ts';
import { insertBoards, type NewBoard, replaceBoards } from './enrol.repo.ts';

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

/** Enrols all boards or none. A known ID is an error unless its secret is to be replaced. */
export async function enrol(db: Db, boards: readonly BoardToEnrol[], isReplacing: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < boards.length; from += SLICE) {
      const slice = boards.slice(from, from + SLICE).map(hashed);
      if (isReplacing) {
        await replaceBoards(tx, slice);
        continue;
      }
      const added = new Set(await insertBoards(tx, slice));
      const known = slice.find(({ deviceId }) => !added.has(deviceId));
      if (known)
        throw new StartRefused(
          `${known.deviceId} is enrolled already, and nothing was changed. --replace gives it the new secret and claim code.`,
        );
    }
  });
}
