import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { RowIdText } from '../http/paging.ts';
import { AddDevice, DevicePatch, NewDelegation, readAddDevice } from './device-access.ts';

const isAccepted = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;
const ID = 'MNB-00A1B2';
const CODE = '7K3D-9QTX-2MVA';

describe('R4.1 the request to add a device', () => {
  it.each([
    ['the ID', { id_dev: ID }, { deviceId: ID, code: undefined }],
    ['the ID in small letters', { id_dev: ' mnb-00a1b2\n' }, { deviceId: ID, code: undefined }],
    ['ID and code', { id_dev: ID, password: CODE }, { deviceId: ID, code: CODE }],
    ['an empty code', { id_dev: ID, password: '' }, { deviceId: ID, code: undefined }],
    ['no code', { id_dev: ID, password: null, alias: null }, { deviceId: ID, code: undefined }],
    ["the QR's content", { id_dev: `MNB:1:${ID}:${CODE}` }, { deviceId: ID, code: CODE }],
    [
      "the QR's content and another code",
      { id_dev: `MNB:1:${ID}:${CODE}`, password: 'x' },
      { deviceId: ID, code: 'x' },
    ],
  ])('%s', (_case, body, expected) => {
    expect(isAccepted(AddDevice, body)).toBe(true);
    expect(readAddDevice(body)).toEqual(expected);
  });

  it.each([
    ['no ID', {}],
    ['an empty ID', { id_dev: '' }],
    ['a number', { id_dev: 7 }],
    ['a list', { id_dev: [ID] }],
    ['a NUL in the ID', { id_dev: `${ID}\0` }],
    ["another QR's content", { id_dev: 'https://example.com/' }],
    ['a QR without a code', { id_dev: `MNB:1:${ID}` }],
    ['an ID that is too long', { id_dev: `MNB-${'A'.repeat(1000)}` }],
    ['a code that is not a string', { id_dev: ID, password: 1 }],
    ['a code that is too long', { id_dev: ID, password: 'x'.repeat(65) }],
    ['a NUL in the code', { id_dev: ID, password: 'x\0x' }],
    ['a name of two lines', { id_dev: ID, alias: 'a\nb' }],
    ['an unknown field', { id_dev: ID, owner: 1 }],
  ])('%s is refused', (_case, body) => expect(isAccepted(AddDevice, body)).toBe(false));
});

it.each([
  [{ alias: 'Studňa' }, true],
  [{ alias: '' }, true],
  [{ alias: null }, true],
  [{ alias: 'x'.repeat(64) }, true],
  [{ alias: 'x'.repeat(65) }, false],
  [{ alias: 'a\0b' }, false],
  [{ alias: 'a\u0085b' }, false],
  [{ alias: 7 }, false],
  [{}, false],
  [{ alias: 'x', id_dev: ID }, false],
])('R4.2 a name as %j: %s', (body, expected) => expect(isAccepted(DevicePatch, body)).toBe(expected));

it.each([
  [{ email: 'a@example.com' }, true],
  [{ email: 'a@example.com', expires_at: 1_800_000_000 }, true],
  [{ email: 'a@example.com', expires_at: null }, true],
  [{ email: 'a@example.com', expires_at: '1800000000' }, false],
  [{ email: 'a@example.com', expires_at: 1.5 }, false],
  [{ email: 'a@example.com', expires_at: -1 }, false],
  [{ email: 'a@example.com', expires_at: 1e300 }, false],
  [{ email: 'a@example.com\r\nbcc: b@example.com' }, false],
  [{ email: 'a\0@example.com' }, false],
  [{ email: '' }, false],
  [{}, false],
])('R4.3 a delegation as %j: %s', (body, expected) => expect(isAccepted(NewDelegation, body)).toBe(expected));

it.each([
  ['1', true],
  ['999999999', true],
  ['0', false],
  ['01', false],
  ['1e3', false],
  ['9999999999', false],
  [1, false],
])('the ID of a user in a path, %j: %s', (text, expected) =>
  expect(isAccepted(RowIdText, text)).toBe(expected),
);
