import { beforeEach, expect, it } from 'vitest';
import type { DeviceKey } from '../db/device-key.ts';
import { createAccessMemory } from './access-memory.ts';
import { ProblemError } from './problem-error.ts';
import type { AllowedDevice } from './rules.ts';
import type { SessionUser } from './session.ts';

const HOUR_MS = 3_600_000;
const USER: SessionUser = { id: 7, sessionId: 's7', roles: [] };
const DEVICE: AllowedDevice = {
  deviceKey: 1 as DeviceKey,
  deviceId: 'MNB-1',
  relation: 'owner',
  expiresAtS: null,
  visibleFromS: 0,
};
const NAMED = { by: 'device', id: 'MNB-1' } as const;

let nowMs: number;
/** What the database says now. */
let known: { user: SessionUser | undefined; device: AllowedDevice | undefined };
let memory: ReturnType<typeof createAccessMemory>;
beforeEach(async () => {
  nowMs = 1_800_000_000_000;
  known = { user: USER, device: DEVICE };
  memory = createAccessMemory({
    authenticate: async () => known.user,
    allowDevice: async () => {
      if (!known.device) throw new ProblemError('DEVICE_NOT_FOUND');
      return known.device;
    },
    now: () => nowMs,
  });
  await memory.authenticate('token');
  await memory.allowDevice(USER, NAMED, 'see');
});

const recalledUser = () => memory.recall.user('token');
const recalledDevice = () => memory.recall.device(USER, NAMED, 'operate');

it('R9 a session and a right that the database confirmed are known, and marked as known from memory', () => {
  expect(recalledUser()).toEqual({ ...USER, isRecalled: true });
  expect(recalledDevice()).toEqual({ ...DEVICE, isRecalled: true });
  expect(memory.recall.user('another token')).toBeUndefined();
  expect(memory.recall.device({ ...USER, id: 8 }, NAMED, 'operate')).toBeUndefined();
});

it('R9 a session is known for 15 minutes, a right for 12 hours', () => {
  nowMs += HOUR_MS / 4 + 1;
  expect(recalledUser()).toBeUndefined();
  nowMs += 11 * HOUR_MS;
  expect(recalledDevice()).toBeDefined();
  nowMs += HOUR_MS;
  expect(recalledDevice()).toBeUndefined();
});

it('R7.2 memory permits no action that the policy denies', () => {
  expect(memory.recall.device(USER, NAMED, 'write_register')).toBeUndefined();
});

it('R4.3 a delegation ends at its end date', async () => {
  known.device = { ...DEVICE, relation: 'delegate', expiresAtS: nowMs / 1000 + 60 };
  await memory.allowDevice(USER, NAMED, 'see');
  expect(recalledDevice()).toBeDefined();
  nowMs += 60_000;
  expect(recalledDevice()).toBeUndefined();
});

it.each([
  ['a logout', () => memory.endSession('s7'), recalledUser],
  ['a change of the devices of the user', () => memory.devicesChanged([7]), recalledDevice],
  [
    'a session that the database no longer knows',
    () => {
      known.user = undefined;
      return memory.authenticate('token');
    },
    recalledUser,
  ],
  [
    'a device that the database no longer shows',
    () => {
      known.device = undefined;
      return memory.allowDevice(USER, NAMED, 'see').catch(() => {});
    },
    recalledDevice,
  ],
] as const)('R9 %s is forgotten', async (_what, act, recall) => {
  await act();
  expect(recall()).toBeUndefined();
});
