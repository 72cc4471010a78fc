import type { Db } from '../../db/db.ts';
import type { Board, Flood } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { clearFloods, upsertFlood } from './flood.repo.ts';

interface Neighbours {
  db: Db;
  outbox: Outbox;
  log: Logger;
  now: () => number;
}

/** A board over its rate limits has one alert with the number of rejected messages, until it is within them again. */
export const createFloods = ({ db, outbox, log, now }: Neighbours) => ({
  async note({ deviceKey, deviceId }: Board, { held, isOver }: Flood): Promise<void> {
    try {
      const at = new Date(now());
      await outbox.transaction(db, async (tx) => {
        const { id: alertId, isNew } = await upsertFlood(tx, deviceKey, held, at);
        if (isNew) await outbox.publish(tx, ['alert', { deviceId, alertId, change: 'raised' }]);
        if (!isOver) return;
        await clearFloods(tx, deviceKey, at);
        await outbox.publish(tx, ['alert', { deviceId, alertId, change: 'cleared' }]);
      });
    } catch (err) {
      log.warn({ err, board: deviceId }, 'a flood of messages could not be noted');
    }
  },

  /** Clears floods of an earlier start; those that last are reported again. */
  start: () => clearFloods(db, null, new Date(now())),
});
