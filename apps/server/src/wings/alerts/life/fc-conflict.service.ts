import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { Board } from '../../../link/link.ts';
import { updateFacts } from './alert-life.repo.ts';
import { type AlertLife, warningNow } from './alert-life.service.ts';

const KIND = 'fc_id_conflict';

interface Needs extends Pick<Core, 'now'> {
  alertLife: Pick<AlertLife, 'raise' | 'clear'>;
}

/** R7.4: boards that report the same converter. Each has one alert while there are at least two. */
export const createFcConflicts = ({ now, alertLife }: Needs) => ({
  /** In the transaction in which `moved` changed its converter. */
  async updateConflicts(tx: Db, moved: Board, groups: readonly (readonly Board[])[]): Promise<void> {
    const atMs = now();
    const clear = ({ deviceKey }: Board) => alertLife.clear(tx, deviceKey, { kind: KIND, atMs });
    async function raise({ deviceKey, deviceId }: Board, group: readonly Board[]) {
      const others = group.map((board) => board.deviceId).filter((other) => other !== deviceId);
      const alertId = await alertLife.raise(tx, deviceKey, warningNow(KIND, atMs));
      await updateFacts(tx, alertId, { other_boards: others });
    }

    await clear(moved);
    for (const group of groups)
      for (const board of group) await (group.length > 1 ? raise(board, group) : clear(board));
  },
});
