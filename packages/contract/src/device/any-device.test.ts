import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AnyRoles, AnyUser } from '../account/any-user.ts';
import { AnyDevice, AnyFcDevice, AnyLastData } from './any-device.ts';
import { Device, FcDevice, LastData } from './device.ts';

const DATA = {
  on_off_state_r: 3,
  modbus: 2,
  frequency_fc: 0,
  pressure_control: 0,
  required_pressure: 4.2,
  analog_input_2: 1,
  analog_input_3: null,
};
const read = <S extends z.ZodMiniType>(schema: S, row: unknown): z.output<S> => z.parse(schema, row);

it('R8 a device needs its ID only', () => {
  expect(read(AnyDevice, { id_dev: 'pump-1' })).toEqual({
    id_dev: 'pump-1',
    version: null,
    alias: null,
    access: 'owner',
  });
});

it('R8 a converter needs the fields of the spec only, and its state is unknown without them', () => {
  expect(read(AnyFcDevice, { id: 12, fc_type: 'GD10', owner_dev_id: 'MNB-TE0001' })).toMatchObject({
    id: '12',
    fc_type: 'GD10',
    owner_dev_id: 'MNB-TE0001',
    pump: 'unknown',
    stopped_by: null,
  });
});

it.each([
  ['numbers', DATA],
  [
    'text',
    Object.fromEntries(Object.entries(DATA).map(([key, value]) => [key, value === null ? null : `${value}`])),
  ],
])('R8 values as %s are numbers', (_what, data) => {
  expect(read(AnyLastData, { device_id: 'MNB-TE0001', data }).data).toMatchObject(DATA);
});

it.each([
  ['missing', undefined],
  ['no number', 'n/a'],
  ['empty text', ''],
  ['a hexadecimal number', '0x10'],
  ['out of range', -4],
  ['a boolean', false],
])('R8 a value that is %s is unknown, never 0 or off', (_what, on_off_state_r) => {
  const { data } = read(AnyLastData, { device_id: 'MNB-TE0001', data: { ...DATA, on_off_state_r } });
  expect(data).toMatchObject({ ...DATA, on_off_state_r: null });
});

it('R8 last data without times and states of our own have none', () => {
  expect(read(AnyLastData, { device_id: 'MNB-TE0001', data: DATA })).toEqual({
    device_id: 'MNB-TE0001',
    data: DATA,
    fc: null,
    older: {},
  });
});

it.each([
  ['a device', AnyDevice, { version: '1.0' }],
  ['a converter', AnyFcDevice, { id: 'FC-1', fc_type: 'GD10' }],
  ['last data', AnyLastData, { data: DATA }],
  ['last data without values', AnyLastData, { device_id: 'MNB-TE0001' }],
])('R8 %s without a field of the spec is refused', (_what, schema, row) => {
  expect(z.safeParse(schema as z.ZodMiniType, row).success).toBe(false);
});

it('R8 the answers of our server stay strict', () => {
  expect(z.safeParse(Device, { id_dev: 'MNB-TE0001' }).success).toBe(false);
  expect(z.safeParse(FcDevice, { id: 'F', fc_type: 'GD10', owner_dev_id: 'MNB-TE0001' }).success).toBe(false);
  expect(z.safeParse(LastData, { device_id: 'MNB-TE0001', data: DATA }).success).toBe(false);
});

it.each([
  ['an e-mail only', { email: 'jana@example.sk' }],
  ['a UUID', { email: 'jana@example.sk', id: '7f0e', is_active: true, email_confirmed: 'yes' }],
])('R8 a user with %s is known; what else is unknown is neither true nor false', (_what, user) => {
  const read = z.parse(AnyUser, user);
  expect(read).toMatchObject({ email: 'jana@example.sk', name: '', terms_accepted_at: null });
  expect(read.email_confirmed).toBeUndefined();
});

it('R8 a user keeps their number; a UUID and an address are a number of their own', () => {
  const users = [{ id: 7 }, { id: '7f0e' }, { id: '7f0f' }, {}, { email: 'eva@example.sk' }];
  const ids = users.map((user) => read(AnyUser, { email: 'jana@example.sk', ...user }).id);
  expect(ids[0]).toBe(7);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(1)) expect(Number.isSafeInteger(id) && id < 0).toBe(true);
});

it.each([{}, { email: null }, { email: '' }])('R3.6 a user %j has a blank e-mail', (user) => {
  expect(read(AnyUser, user).email).toBe('');
});

it.each(['<html>', [], { email: 42 }])('R8 %j is no user', (answer) => {
  expect(z.safeParse(AnyUser, answer).success).toBe(false);
});

it('R8 names of unknown roles are dropped', () => {
  expect(read(AnyRoles, ['Technician', 'Admin', 4])).toEqual(['Technician']);
  expect(read(AnyRoles, ['Admin'])).toEqual([]);
});
