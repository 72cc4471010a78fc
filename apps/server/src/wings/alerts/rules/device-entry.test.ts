import { expect, it } from 'vitest';
import type { DeviceKey } from '../../../db/device-key.ts';
import { enqueue, type Input, newEntry } from './device-entry.ts';

const tick = (atMs: number): Input => ({ kind: 'tick', atMs, isOnline: false });

it.each([
  [false, 2],
  [true, 1],
])(
  'beyond the limit the oldest input that waits is dropped, never the one being stored: %s',
  (isBusy, first) => {
    const entry = { ...newEntry({ deviceKey: 1 as DeviceKey, deviceId: 'MNB-TE0001' }), isBusy };
    for (let atMs = 1; atMs <= 1001; atMs++) enqueue(entry, tick(atMs));
    expect(entry.waiting).toHaveLength(1000);
    expect(entry.waiting[0]).toEqual(tick(first));
    expect(entry.waiting[1]).toEqual(tick(3));
  },
);
