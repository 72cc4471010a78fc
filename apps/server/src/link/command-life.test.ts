import { aCmd } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { commandLifeS } from './command-life.ts';

const TOPIC = 'mnb/v1/MNB-T0001/cmd';
const bytes = (message: object) => Buffer.from(JSON.stringify(message));

it.each([
  [1_800_000_000, 10],
  [1_800_000_009, 1],
  [1_800_000_010, 0],
  [1_800_000_011, 0],
])(
  'contract 1.2 a command ends with the second of its expiry, as for the board: at %i it has %i s left',
  (nowS, expected) =>
    expect(commandLifeS(TOPIC, bytes(aCmd({ ts: 1_800_000_000, exp: 1_800_000_010 })), nowS)).toBe(expected),
);

it('contract 1.2 what is no command is not delivered as one, and other messages have no end', () => {
  expect(commandLifeS(TOPIC, bytes({ v: 1 }), 0)).toBe(0);
  expect(commandLifeS('mnb/v1/MNB-T0001/cfg/desired', bytes({ v: 1 }), 0)).toBeUndefined();
});
