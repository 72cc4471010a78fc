import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { decodeMessage } from './decode-message.ts';
import { isPlainFrame } from './plain-frame.ts';
import { READING_FIELDS } from './reading.ts';
import { Tele } from './topics.ts';

const frame = { v: 1, boot: 3, seq: 7, ts: 1_800_000_000, fc: 1, d: { pressure: 4.2, on_off_state_r: 1 } };
const { v: _version, ...unversioned } = frame;

/** Values at and beside every bound of the schemas, and non-numbers. */
const BOUNDS = [
  -1e5,
  -1e4,
  -200,
  -100,
  -2,
  0,
  50,
  100,
  500,
  1000,
  1e4,
  65535,
  1e5,
  1e7,
  1e9,
  2 ** 31 - 1,
  2 ** 32,
];
function probes(): unknown[] {
  const beside = BOUNDS.flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5]);
  return [...beside, 1e300, 5e-324, '1', null, true, [], {}];
}

const frames: unknown[] = [
  frame,
  null,
  [],
  'tele',
  { ...frame, na: ['pressure'] },
  { ...frame, na: ['nonsense'] },
  { ...frame, extra: 1 },
  { ...frame, d: { ...frame.d, extra: 1 } },
  { ...frame, d: {} },
  { ...frame, d: [] },
  { ...frame, d: null },
  unversioned,
  JSON.parse('{"v":1,"boot":3,"seq":7,"ts":1,"fc":1,"d":{"__proto__":{"pressure":"x"}}}'),
  ...[0, 1, 2, '1', null].flatMap((value) => [
    { ...frame, v: value },
    { ...frame, fc: value },
  ]),
  ...(['boot', 'seq', 'ts'] as const).flatMap((name) =>
    probes().map((value) => ({ ...frame, [name]: value })),
  ),
  ...READING_FIELDS.flatMap((name) =>
    probes().map((value) => ({ ...frame, d: { ...frame.d, [name]: value } })),
  ),
];

describe('contract 2: the fast frame check agrees with the schema', () => {
  it('accepts only input that the schema accepts unchanged', () => {
    const accepted = frames.filter(isPlainFrame);
    expect(accepted.map((json) => z.safeParse(Tele, json).data)).toEqual(accepted);
    expect(accepted.length).toBeGreaterThan(READING_FIELDS.length * 2);
  });

  it('every frame is decoded as by the schema', () => {
    for (const json of frames) {
      const { success, data } = z.safeParse(Tele, json);
      const expected = success ? { ok: true, message: data } : { ok: false, reason: 'wrong_shape' };
      const payload = new TextEncoder().encode(JSON.stringify(json));
      expect(decodeMessage('tele', payload)).toEqual(expected);
    }
  });

  it('accepts a usual frame with every value', () => {
    const d = Object.fromEntries(READING_FIELDS.map((name) => [name, 1]));
    expect(isPlainFrame({ ...frame, d })).toBe(true);
  });
});
