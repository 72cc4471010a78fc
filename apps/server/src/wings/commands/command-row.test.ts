import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import { expect, it } from 'vitest';
import type { CommandRequest } from './command-request.ts';
import { newRow } from './command-row.ts';

const stop = {
  user: { id: 1, roles: [] },
  device: { deviceId: 'MNB-TE0001', deviceKey: 1, relation: 'owner' },
  payload: { op: 'start_stop', val: false },
  what: 'on_off',
  value: false,
} as unknown as CommandRequest;

it('the expiry of a command belongs to its own second, also when the next one begins meanwhile: the board refuses a longer one', () => {
  let nowMs = 1_800_000_000_999;
  const row = newRow(stop, { current: true, refusal: undefined }, { now: () => nowMs++, serverId: 'a' });
  const createdAtS = Math.floor(row.created_at.getTime() / 1000);
  expect(row.expires_at.getTime() / 1000).toBe(expiresAt('start_stop', createdAtS));
});
