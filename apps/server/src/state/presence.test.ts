import { beforeEach, expect, it } from 'vitest';
import type { DeviceKey } from '../db/device-key.ts';
import { createPresence, type PresenceStore } from './presence.ts';

const DEVICE = 'MNB-1';
const BIRTH = { v: 1, online: 1, boot: 7 } as const;
const WILL = { v: 1, online: 0, boot: 7 } as const;
let clockS: number;
let changes: boolean[];
let presence: PresenceStore;
/** Each connection of a board is another object. */
const newConnection = () => ({ deviceKey: 1 as DeviceKey, deviceId: DEVICE });

beforeEach(() => {
  clockS = 1000;
  changes = [];
  presence = createPresence({ nowS: () => clockS, onChange: ({ isOnline }) => changes.push(isOnline) });
});

it('R4.5 a device without a birth is offline, with no times', () => {
  expect(presence.get(DEVICE)).toEqual({
    isOnline: false,
    isConnecting: false,
    sinceS: null,
    lastSeenS: null,
  });
  expect(presence.listOnline()).toEqual([]);
});

it('R4.5 a repeated birth reports no change and keeps the time since when the device is online', () => {
  presence.applyStatus(newConnection(), BIRTH);
  clockS = 1010;
  presence.applyStatus(newConnection(), BIRTH);
  expect(changes).toEqual([true]);
  expect(presence.get(DEVICE)).toMatchObject({ isOnline: true, sinceS: 1000 });
  expect(presence.listOnline()).toEqual([DEVICE]);
});

it('R4.5 a will and the end of its connection report one change', () => {
  const board = newConnection();
  presence.applyStatus(board, BIRTH);
  clockS = 1010;
  presence.applyStatus(board, WILL);
  presence.disconnect(board);
  expect(changes).toEqual([true, false]);
  expect(presence.get(DEVICE)).toMatchObject({ isOnline: false, sinceS: 1010 });
  expect(presence.listOnline()).toEqual([]);
});

it('R4.5 the end of an older connection leaves a reconnected device online', () => {
  const older = newConnection();
  presence.applyStatus(older, BIRTH);
  presence.applyStatus(newConnection(), { ...BIRTH, boot: 8 });
  presence.disconnect(older);
  presence.applyStatus(older, WILL);
  expect(changes).toEqual([true]);
  expect(presence.isOnline(DEVICE)).toBe(true);
});

it('R4.12 a message marks the device as seen without making it online', () => {
  presence.markSeen(DEVICE);
  expect(presence.get(DEVICE)).toEqual({
    isOnline: false,
    isConnecting: false,
    sinceS: null,
    lastSeenS: 1000,
  });
});
