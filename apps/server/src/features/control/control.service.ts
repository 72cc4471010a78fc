import type { Command, StartStop } from '@manoboard/contract/command';
import type { LastData } from '@manoboard/contract/device';
import { startStopRefusal } from '@manoboard/domain/start-stop-gate';
import type { SessionUser } from '../../http/session.ts';
import type { Board } from '../../link/link.ts';
import type { Commands } from './commands.ts';
import type { Order } from './order.ts';
import { createStartLog } from './start-log.ts';

interface Neighbours {
  commands: Commands;
  now: () => number;
  isOnline: (idDev: string) => boolean;
  lastData: (idDev: string) => LastData;
}

export function createControl({ commands, now, isOnline, lastData }: Neighbours) {
  const starts = createStartLog();

  return {
    async startStop(user: SessionUser, board: Board, { what, value }: StartStop): Promise<Command> {
      const order: Order = { wish: { op: 'start_stop', val: value }, what, value };
      const refusal =
        startStopRefusal(isOnline(board.idDev), lastData(board.idDev).data, value) ??
        (value && !starts.take(board.deviceId, Math.floor(now() / 1000)) ? 'TOO_MANY_STARTS' : undefined);
      if (refusal) return commands.refuse(user, board, order, refusal);
      return (await commands.run(user, board, order)).command;
    },
  };
}
export type Control = ReturnType<typeof createControl>;
