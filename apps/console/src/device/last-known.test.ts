import { DAY_S } from '@manoboard/domain/time';
import { aDevice, aLastData } from '@manoboard/testkit/factories';
import { afterEach, expect, it, vi } from 'vitest';
import { LAST_KNOWN } from '../lib/http/session.ts';
import { aUser } from '../testing/whole-app.tsx';
import { type LastKnown, readLastKnown, storeLastKnown, toLastKnown } from './last-known.ts';

const T = 1_800_000_000;
const idOf = (n: number) => `MNB-TE${String(n).padStart(4, '0')}`;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const collect = (count: number, recentIds: string[] = []) =>
  toLastKnown({
    user: { ...aUser, phone_number: '+421900000000', address: 'Hlavná 1' },
    roles: ['Technician'],
    devices: Array.from({ length: count }, (_, n) => aDevice({ id_dev: idOf(n) })),
    converters: [
      {
        id: 'FC1',
        fc_type: 'GD10',
        owner_dev_id: idOf(0),
        alias: null,
        version: null,
        owner: 'Peter Novák',
        pump: 'running',
        fault: null,
        stopped_by: null,
      },
    ],
    recentIds,
    valuesOf: (id) => aLastData({ device_id: id, ts: T, received_at: T }),
    contactS: T,
  });

it('stored values are read back as they were stored', () => {
  const known = collect(2);
  storeLastKnown(known);
  expect(readLastKnown(T)).toEqual(known);
});

it('at most 50 devices are stored, those that the user chose last first', () => {
  const { devices, values } = collect(80, [idOf(79), 'MNB-AB0001']);
  expect(values).toHaveLength(50);
  expect(values.slice(0, 3).map(({ device_id }) => device_id)).toEqual([idOf(79), 'MNB-AB0001', idOf(0)]);
  expect(devices).toHaveLength(49);
  expect(JSON.stringify(collect(80)).length).toBeLessThan(100_000);
});

it('phone number, address and the owners of devices are not stored', () => {
  expect(JSON.stringify(collect(1))).not.toMatch(/\+421|Hlavná|Novák/);
});

it.each([
  ['no content', null],
  ['no JSON', '{"version":1'],
  ['another version', JSON.stringify({ ...collect(1), version: 2 })],
  ['another shape', JSON.stringify({ ...collect(1), values: [{ device_id: 7 }] })],
])('%s is read as no stored values', (_what, content) => {
  if (content !== null) localStorage.setItem(LAST_KNOWN, content);
  expect(readLastKnown(T)).toBeUndefined();
});

it('values are not read 30 days after the last contact', () => {
  storeLastKnown(collect(1));
  expect(readLastKnown(T + 30 * DAY_S - 1)).toBeDefined();
  expect(readLastKnown(T + 30 * DAY_S)).toBeUndefined();
});

it('a full or blocked storage causes no error', () => {
  const fail = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { setItem: fail, getItem: fail });
  expect(() => storeLastKnown(collect(1) satisfies LastKnown)).not.toThrow();
  expect(readLastKnown(T)).toBeUndefined();
  vi.unstubAllGlobals();
});
