import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import type { Board, Flood } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import { clearFloods, upsertFlood } from './flood.repo.ts';

interface Neighbours {
  db: Db;
  events: Events;
  log: Logger;
  now: () => number;
}

/** A board that sends too much has one alert with the number of messages that were held back, until it is quiet. */
export const createFloods = ({ db, events, log, now }: Neighbours) => ({
  async note({ deviceId, idDev }: Board, { held, isOver }: Flood): Promise<void> {
    try {
      const at = new Date(now());
      const { id: alertId, isNew } = await upsertFlood(db, deviceId, held, at);
      if (isNew) events.emit('alert', { idDev, alertId, change: 'raised' });
      if (!isOver) return;
      await clearFloods(db, deviceId, at);
      events.emit('alert', { idDev, alertId, change: 'cleared' });
    } catch (err) {
      log.warn({ err, board: idDev }, 'a flood of messages could not be noted');
    }
  },

  /** Floods of before this start are over, or are noted again. */
  start: () => clearFloods(db, null, new Date(now())),
});
