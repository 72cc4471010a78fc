import { expect, it } from 'vitest';
import { type PumpWater, systemWater } from './water-system.ts';

const there: PumpWater = { kind: 'there', tone: 'water' };
const flows: PumpWater = { kind: 'flows', tone: 'water' };
const rising: PumpWater = { kind: 'rising', tone: 'water' };
const worn: PumpWater = { kind: 'there', tone: 'look' };
const dry: PumpWater = { kind: 'missing', tone: 'act' };
const weak: PumpWater = { kind: 'missing', tone: 'look' };
const off: PumpWater = { kind: 'off', tone: 'off' };
const away: PumpWater = { kind: 'unknown', tone: 'unknown' };

it.each([
  ['R9.1 one resting pump is enough', [there, off, off], 'there', 'water', 1],
  ['R9.1 one pump with a draw makes the water flow', [there, flows, off], 'flows', 'water', 2],
  ['R9.1 rising pressure gives water', [rising, off], 'there', 'water', 1],
  ['R9.1 a dry pump beside a working one is worth a look', [there, dry], 'there', 'look', 1],
  ['R9.1 a worn pump is worth a look', [worn, there], 'there', 'look', 2],
  ['R9.1 an offline pump beside a working one changes nothing', [there, away], 'there', 'water', 1],
  ['R9.1 only a dry pump: somebody must act', [dry, off], 'missing', 'act', 0],
  ['R9.1 a dry pump wins over an offline one', [dry, away], 'missing', 'act', 0],
  ['R9.1 weak without damage', [weak, off], 'missing', 'look', 0],
  ['R9.1 all off is grey', [off, off], 'off', 'off', 0],
  ['R9.1 an offline pump beside one that is off is unknown, not off', [off, away], 'unknown', 'unknown', 0],
  ['R9.1 no pump', [], 'unknown', 'unknown', 0],
] as const)('%s', (_rule, pumps, kind, tone, working) =>
  expect(systemWater(pumps)).toMatchObject({ kind, tone, working, pumps: pumps.length }),
);
