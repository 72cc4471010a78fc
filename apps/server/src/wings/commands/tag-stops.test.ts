import type { Command } from '@manoboard/contract/command/command';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Board } from '../../link/link.ts';
import { createTagStops } from './tag-stops.ts';

/** While the database is away: a rejection that nobody handles would end the server. */
function withoutDatabase() {
  const lines: string[] = [];
  const away = () => Promise.reject(new Error('Client has encountered a connection error'));
  const stops = createTagStops({
    commands: { request: away },
    lockOuts: {
      board: { find: away, confirmStop: away, findUnconfirmed: away, receiveReport: away },
    },
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    owns: () => true,
    isOnline: () => true,
  });
  return { stops, lines };
}

it('R5.10 a stop that ends while the database is away is logged, and leaves the tag unconfirmed', async () => {
  const { stops, lines } = withoutDatabase();
  const stop = { op: 'start_stop', value: false, status: 'done', device_id: 'MNB-T0001', created_at: 1 };
  await expect(stops.receiveCommand(stop as Command)).resolves.toBeUndefined();
  expect(lines).toHaveLength(1);
});

it('R5.10 a board that connects while the database is away is logged', async () => {
  const { stops, lines } = withoutDatabase();
  await expect(stops.receiveBirth({ deviceId: 'MNB-T0001' } as Board)).resolves.toBeUndefined();
  expect(lines).toHaveLength(1);
});
