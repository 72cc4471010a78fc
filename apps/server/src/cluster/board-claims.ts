import { batchCalls } from '../db/batch-calls.ts';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import type { Board } from '../link/link.ts';
import { type BoardSession, claimAbandoned, claimBoards, findServer } from './board-sessions.repo.ts';

/** Each board once in a statement; a board that connects twice at the same moment gets two tokens. */
function inRounds(deviceKeys: readonly DeviceKey[]): number[][] {
  const rounds: number[][] = [];
  const counts = new Map<DeviceKey, number>();
  for (const [at, key] of deviceKeys.entries()) {
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    rounds[round] = [...(rounds[round] ?? []), at];
  }
  return rounds;
}

interface Settings {
  db: Db;
  serverId: string;
  /** The last known token of a board. */
  connOf: (deviceId: string) => number;
}

/** Makes this server the owner of boards: `take` gets their sessions, `onMoved` the boards that another one has owned. */
export function createBoardClaims(
  { db, serverId, connOf }: Settings,
  take: (session: BoardSession) => void,
  onMoved: (boards: readonly Board[]) => Promise<void>,
) {
  async function claimRound(boards: readonly Board[]) {
    const wanted = boards.map(({ deviceKey, deviceId }) => ({ deviceKey, knownConn: connOf(deviceId) }));
    const claimed = await claimBoards(db, serverId, wanted);
    for (const { formerId: _, ...session } of claimed) take(session);
    const moved = claimed.filter(({ formerId }) => formerId !== serverId);
    if (moved.length > 0) await onMoved(moved);
    return new Map(claimed.map(({ deviceKey, conn }) => [deviceKey, conn]));
  }

  const claimToken = batchCalls(async (boards: readonly Board[]): Promise<(number | undefined)[]> => {
    const conns: (number | undefined)[] = [];
    for (const places of inRounds(boards.map(({ deviceKey }) => deviceKey))) {
      const round = places.map((at) => boards[at] as Board);
      const tokens = await claimRound(round);
      for (const [n, at] of places.entries()) conns[at] = tokens.get((round[n] as Board).deviceKey);
    }
    return conns;
  });

  return {
    /** Whether another server holds the connection of the board, by its row. */
    isElsewhere: async (tx: Db, deviceKey: DeviceKey): Promise<boolean> =>
      ((await findServer(tx, deviceKey))?.serverId ?? serverId) !== serverId,
    /** Before the CONNACK. Without the row this server does not own the board, so it refuses the connection. */
    async claim(board: Board): Promise<Board | undefined> {
      const conn = await claimToken(board);
      return conn === undefined ? undefined : { ...board, conn };
    },
    /** Boards whose server was not there within this time, and boards of a time before there were several servers. */
    async claimRest(withinMs: number): Promise<void> {
      const abandoned = await claimAbandoned(db, serverId, withinMs);
      for (const session of abandoned) take(session);
      if (abandoned.length > 0) await onMoved(abandoned);
    },
  };
}
