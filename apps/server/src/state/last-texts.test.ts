import { aTele } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import type { DeviceKey } from '../db/device-key.ts';
import type { LastText } from './last-entries.ts';
import { createLastValues } from './last-values.ts';

const [KEY, ID, NOW_S] = [1 as DeviceKey, 'MNB-T00001', 1_800_000_000];

/** Last values as the owner of a board sends them, after frames with these pressures. */
function textAfter(...pressures: number[]): LastText {
  const owner = createLastValues();
  for (const [at, pressure] of pressures.entries())
    owner.apply(KEY, ID, aTele({ boot: 1, seq: at + 1, ts: NOW_S, d: { pressure } }), NOW_S);
  const found = owner.find(ID);
  if (!found) throw new Error('the owner has no values');
  return found;
}

it('R4.4 values of another server are read, listed and sent as that server has them', () => {
  const values = createLastValues();
  const text = textAfter(2, 3);
  expect(values.adopt(ID, text)).toBe(true);
  expect(values.list([ID], () => false).json).toBe(`[${text.json}]`);
  expect(values.find(ID)).toEqual(text);
  expect(values.get(ID)).toEqual(JSON.parse(text.json));
  expect(values.position(ID)).toEqual({ boot: 1, seq: 2, ts: NOW_S });
});

it('R4.4 values of another server that arrive after later ones are ignored', () => {
  const values = createLastValues();
  values.adopt(ID, textAfter(2, 3));
  expect(values.adopt(ID, textAfter(2))).toBe(false);
  expect(values.get(ID).data.pressure).toBe(3);
});

it('R4.4 a board that comes from another server keeps the values that its next frame omits', () => {
  const values = createLastValues();
  values.adopt(ID, textAfter(2));
  const next = values.apply(KEY, ID, aTele({ boot: 1, seq: 2, ts: NOW_S, d: { frequency_fc: 41 } }), NOW_S);
  expect(next?.data).toMatchObject({ pressure: 2, frequency_fc: 41 });
});

it('R4.4 a clock that was set back moves the times of values of another server too', () => {
  const values = createLastValues();
  values.adopt(ID, textAfter(2));
  const healed = values.healTimes(NOW_S - 3600);
  expect(healed).toMatchObject([{ device_id: ID, received_at: NOW_S - 3600 }]);
  expect(values.get(ID)).toEqual(healed[0]);
});

it('R4.4 the interval of a configuration replaces that of values of another server', () => {
  const values = createLastValues();
  values.adopt(ID, textAfter(2));
  expect(values.setInterval(ID, { running: 7, asleep: 30 })).toMatchObject({
    every_s: { running: 7, asleep: 30 },
    data: { pressure: 2 },
  });
});

it('R4.4 a list marks boards that are connecting, and its tag changes with them', () => {
  const values = createLastValues();
  values.adopt(ID, textAfter(2));
  const [before, during] = [values.list([ID], () => false), values.list([ID], () => true)];
  expect(JSON.parse(during.json)).toEqual([{ ...values.get(ID), connecting: true }]);
  expect(JSON.parse(before.json)).toEqual([values.get(ID)]);
  expect(during.etag).not.toBe(before.etag);
});
