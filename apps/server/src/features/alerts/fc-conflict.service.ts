import type { AlertChange } from '@manoboard/contract/live';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import type { Board } from '../../link/link.ts';
import { clearConflict, upsertConflict } from './fc-conflict.repo.ts';

/** R7.4: boards that name the same converter. Each of them has one alert, from the second board on until one is left. */
export const createFcConflicts = ({ events, now }: { events: Events; now: () => number }) => ({
  /** In the transaction in which `moved` changed its converter; gives back what there is to tell once it is committed. */
  async follow(trx: Db, moved: Board, groups: readonly (readonly Board[])[]): Promise<() => void> {
    const at = new Date(now());
    const news: { idDev: string; alertId: number; change: AlertChange }[] = [];

    async function clear({ deviceId, idDev }: Board) {
      const cleared = await clearConflict(trx, deviceId, at);
      if (cleared) news.push({ idDev, alertId: cleared.id, change: 'cleared' });
    }
    async function raise({ deviceId, idDev }: Board, group: readonly Board[]) {
      const others = group.map((board) => board.idDev).filter((other) => other !== idDev);
      const { id: alertId, isNew } = await upsertConflict(trx, deviceId, others, at);
      if (isNew) news.push({ idDev, alertId, change: 'raised' });
    }

    await clear(moved);
    for (const group of groups)
      for (const board of group) await (group.length > 1 ? raise(board, group) : clear(board));
    return () => {
      for (const alert of news) events.emit('alert', alert);
    };
  },
});
