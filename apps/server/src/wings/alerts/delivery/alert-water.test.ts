import type { LastData } from '@manoboard/contract/device/device';
import { expect, it } from 'vitest';
import { createAlertWater } from './alert-water.ts';
import type { DeliveryFacts } from './send.repo.ts';

const T = 1_800_000_000;
const running = { on_off_state_r: 1, frequency_fc: 39, modbus: 2, pressure: 0.1, fault: 0 };
const waterAt = (frameS: number) =>
  createAlertWater({
    lastOf: () =>
      ({ ts: frameS, received_at: frameS, fc: 1, older: {}, data: running }) as unknown as LastData,
    isOnline: () => true,
    isConnecting: () => false,
    nowMs: () => (T + 1) * 1000,
  })({
    deviceId: 'MNB-TE0001',
    kind: 'dry_run',
    severity: 'alarm',
    raisedAt: new Date(T * 1000),
    clearedAt: null,
  } as DeliveryFacts);

it('R9.1 a message of a stop does not call the motor running by the frame before it', () => {
  expect(waterAt(T)).toMatchObject({ kind: 'missing', reason: 'protection', event: 'DRY_RUN' });
  // The board tries again.
  expect(waterAt(T + 1)).toMatchObject({ reason: 'starting' });
});
