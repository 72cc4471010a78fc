import type { Db } from '../../db/db.ts';
import type { Board } from '../../link/link.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { clearConflict, upsertConflict } from './fc-conflict.repo.ts';

/** R7.4: boards that report the same converter. Each has one alert while there are at least two. */
export const createFcConflicts = ({
  outbox,
  now,
}: {
  outbox: Pick<Outbox, 'publish'>;
  now: () => number;
}) => ({
  /** In the transaction in which `moved` changed its converter. */
  async updateConflicts(tx: Db, moved: Board, groups: readonly (readonly Board[])[]): Promise<void> {
    const at = new Date(now());

    async function clear({ deviceKey, deviceId }: Board) {
      const cleared = await clearConflict(tx, deviceKey, at);
      if (cleared) await outbox.publish(tx, ['alert', { deviceId, alertId: cleared.id, change: 'cleared' }]);
    }
    async function raise({ deviceKey, deviceId }: Board, group: readonly Board[]) {
      const others = group.map((board) => board.deviceId).filter((other) => other !== deviceId);
      const { id: alertId, isNew } = await upsertConflict(tx, deviceKey, others, at);
      if (isNew) await outbox.publish(tx, ['alert', { deviceId, alertId, change: 'raised' }]);
    }

    await clear(moved);
    for (const group of groups)
      for (const board of group) await (group.length > 1 ? raise(board, group) : clear(board));
  },
});
