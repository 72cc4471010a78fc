import { AnyDevice } from '@manoboard/contract/device/any-device';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { rowsOf } from './any-provider.ts';

const Rows = rowsOf('get-devices', AnyDevice);
const row = (id_dev: unknown) => ({ id_dev, version: '1.0', alias: null });
const watchLog = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);

it('R8 an odd row costs one row, and is logged', () => {
  const log = watchLog();
  const { data } = z.safeParse(Rows, [row('MNB-TE0001'), row(null), row('MNB-TE0002'), 4]);
  expect(data?.map(({ id_dev }) => id_dev)).toEqual(['MNB-TE0001', 'MNB-TE0002']);
  expect(log.mock.calls).toEqual([['get-devices: 2 of 4 rows not understood, 1.id_dev']]);
});

it('R8 a list of odd rows only is not understood, and names the field', () => {
  watchLog();
  expect(z.safeParse(Rows, [row(null), row(null)]).error?.issues[0]?.path).toEqual([0, 'id_dev']);
});

it('R8 an empty list is empty', () => {
  expect(z.safeParse(Rows, []).data).toEqual([]);
});

it.each([{}, '<html>', null])('R8 %j is no list', (answer) => {
  expect(z.safeParse(Rows, answer).success).toBe(false);
});
