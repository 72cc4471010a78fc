import type { Core } from '../../../core.ts';
import type { Board, Flood } from '../../../link/link.ts';
import { listOpenDevices, updateFacts } from './alert-life.repo.ts';
import { type AlertLife, warningNow } from './alert-life.service.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'log' | 'now'> {
  /** Another server watches its own boards. */
  owns: (deviceId: string) => boolean;
  alertLife: Pick<AlertLife, 'raise' | 'clear'>;
}

const KIND = 'message_flood';

/** A board over its rate limits has one alert with the number of rejected messages, until it is within them again. */
export const createFloods = ({ db, outbox, log, now, owns, alertLife }: Needs) => ({
  async note({ deviceKey, deviceId }: Board, { held, isOver }: Flood): Promise<void> {
    try {
      const atMs = now();
      await outbox.transaction(db, async (tx) => {
        const alertId = await alertLife.raise(tx, deviceKey, warningNow(KIND, atMs));
        await updateFacts(tx, alertId, { held_messages: held });
        if (isOver) await alertLife.clear(tx, deviceKey, { kind: KIND, atMs });
      });
    } catch (err) {
      log.warn({ err, board: deviceId }, 'a flood of messages could not be noted');
    }
  },

  /** Clears floods of an earlier start; those that last are reported again. */
  start: () =>
    outbox.transaction(db, async (tx) => {
      for (const { deviceKey, deviceId } of await listOpenDevices(tx, KIND))
        if (owns(deviceId)) await alertLife.clear(tx, deviceKey, { kind: KIND, atMs: now() });
    }),
});
