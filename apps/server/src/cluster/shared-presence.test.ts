import { beforeEach, describe, expect, it } from 'vitest';
import type { DeviceKey } from '../db/device-key.ts';
import type { BoardSession } from './board-sessions.repo.ts';
import { createSharedPresence } from './shared-presence.ts';

const ID = 'MNB-TE0001';
const session = (change: Partial<BoardSession> = {}): BoardSession => ({
  deviceKey: 1 as DeviceKey,
  deviceId: ID,
  serverId: 'other',
  conn: 1,
  rev: 0,
  isOnline: true,
  sinceS: 100,
  ...change,
});
const board = { deviceKey: 1 as DeviceKey, deviceId: ID, conn: 2 };

describe('the presence of a board', () => {
  let dead: Set<string>;
  let isDraining: boolean;
  let changes: string[];
  let sent: BoardSession[];
  let marked: BoardSession[];
  let presence: ReturnType<typeof createSharedPresence>;
  beforeEach(() => {
    dead = new Set();
    isDraining = false;
    [changes, sent, marked] = [[], [], []];
    presence = createSharedPresence({
      serverId: 'this',
      peers: { publish: (_subject, rows) => sent.push(...(rows as BoardSession[])), subscribe: () => {} },
      nowS: () => 200,
      onChange: ({ isOnline, isConnecting }) =>
        changes.push(isOnline ? 'online' : isConnecting ? 'connecting' : 'offline'),
      onLeft: () => {},
      onMarked: (row) => marked.push(row),
      isDead: (id) => dead.has(id),
      isDraining: () => isDraining,
    });
  });

  it('of a dead server is connecting, and online again when the board connects here', () => {
    presence.adopt(session());
    presence.sessions.announce(() => dead.add('other'));
    expect(presence.store.get(ID)).toMatchObject({ isOnline: false, isConnecting: true });
    expect(presence.store.listConnecting()).toEqual([ID]);
    expect(presence.store.serverOf(ID)).toBeUndefined();
    presence.take(session({ serverId: 'this', conn: 2 }));
    expect(changes).toEqual(['online', 'connecting', 'online']);
  });

  it('of a dead server is offline when another server gives it up', () => {
    presence.adopt(session());
    presence.sessions.announce(() => dead.add('other'));
    presence.take(session({ serverId: 'this', conn: 2, isOnline: false }));
    expect(changes).toEqual(['online', 'connecting', 'offline']);
    expect(presence.store.listConnecting()).toEqual([]);
  });

  it('that was offline stays so when its server dies', () => {
    presence.adopt(session({ isOnline: false }));
    presence.sessions.announce(() => dead.add('other'));
    expect(changes).toEqual([]);
  });

  it('that this server disconnects while it drains is connecting, and its row stays online', () => {
    presence.take(session({ serverId: 'this', conn: 2 }));
    isDraining = true;
    presence.store.disconnect(board);
    expect(changes).toEqual(['online', 'connecting']);
    expect(sent.at(-1)).toMatchObject({ isOnline: true, isMoving: true, rev: 1 });
    expect(marked).toEqual([]);
    expect(presence.store.listOwn()).toEqual([]);
    // The late will of the closed line.
    presence.store.applyStatus(board, { v: 1, online: 0, boot: 1, ts: 150 });
    expect(changes).toEqual(['online', 'connecting']);
    presence.adopt(session({ serverId: 'other', conn: 3 }));
    expect(changes).toEqual(['online', 'connecting', 'online']);
  });

  it('of an earlier run of this server is connecting, and offline when it does not come back', () => {
    presence.adopt(session({ serverId: 'this' }));
    presence.letGoOfOwn();
    expect(changes).toEqual(['online', 'connecting']);
    presence.giveUpOwn();
    expect(changes).toEqual(['online', 'connecting', 'offline']);
    expect(marked).toEqual([expect.objectContaining({ isOnline: false, rev: 2, sinceS: 200 })]);
  });

  it('with an unknown field of a newer version is adopted', () => {
    presence.adopt({ ...session(), colour: 'blue' } as BoardSession);
    expect(presence.store.isOnline(ID)).toBe(true);
  });
});
