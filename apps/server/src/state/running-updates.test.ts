import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { beforeEach, expect, it } from 'vitest';
import type { DeviceKey } from '../db/device-key.ts';
import { createRunningUpdates, type RunningUpdate, type RunningUpdates } from './running-updates.ts';

const DEVICE = 1 as DeviceKey;
const anUpdate = (id: number): RunningUpdate => ({
  id,
  deviceKey: DEVICE,
  deviceId: 'MNB-1',
  manifest: {} as OtaJob,
  status: 'waiting',
  percent: 0,
  startedAt: new Date(0),
  changeId: null,
  effects: 0,
  info: undefined,
  resends: 0,
  silentS: 0,
});
let updates: RunningUpdates;
beforeEach(() => {
  updates = createRunningUpdates();
});

it('R4.2 a device is updating until its board reports UPDATED', () => {
  expect(updates.isUpdating(DEVICE)).toBe(false);
  updates.add(anUpdate(1));
  expect(updates.isUpdating(DEVICE)).toBe(true);
  updates.patch(anUpdate(1), () => ({ status: 'UPDATED' }));
  expect(updates.isUpdating(DEVICE)).toBe(false);
  expect(updates.find(DEVICE)).toMatchObject({ id: 1, status: 'UPDATED' });
});

it('R4.2 a patch applies to the latest state and leaves earlier copies unchanged', () => {
  updates.add(anUpdate(1));
  const before = updates.find(DEVICE);
  updates.patch(anUpdate(1), ({ resends }) => ({ resends: resends + 1 }));
  expect(updates.patch(anUpdate(1), ({ resends }) => ({ resends: resends + 1 }))).toMatchObject({
    resends: 2,
  });
  expect(before).toMatchObject({ resends: 0 });
});

it('R4.2 an update that was replaced is neither changed nor removed', () => {
  updates.add(anUpdate(1));
  updates.add(anUpdate(2));
  expect(updates.patch(anUpdate(1), () => ({ percent: 50 }))).toBeUndefined();
  expect(updates.remove(anUpdate(1))).toBe(false);
  expect(updates.list()).toMatchObject([{ id: 2, percent: 0 }]);
  expect(updates.remove(anUpdate(2))).toBe(true);
  expect(updates.list()).toEqual([]);
});
