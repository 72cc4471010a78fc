import { describe, expect, it } from 'vitest';
import { brokenHops, HOPS, type Hop, type HopFacts, hopStates } from './broken-hop.ts';

const well: HopFacts = {
  hasNetwork: true,
  isServerHeard: true,
  isBoardOnline: true,
  isBoardSilent: false,
  fcLink: 'ok',
  hasFault: false,
  isSensorBroken: false,
};
const faults: Record<Hop, Partial<HopFacts>> = {
  browser: { hasNetwork: false },
  server: { isServerHeard: false },
  wifi: { isBoardOnline: false },
  converter: { fcLink: 'error' },
  drive: { hasFault: true },
  sensor: { isSensorBroken: true },
};

describe('R4.5 which hop is broken', () => {
  it('none, when all is well', () => {
    expect(brokenHops(well)).toEqual([]);
    expect(Object.values(hopStates(well))).toEqual(HOPS.map(() => 'ok'));
  });

  it.each(HOPS)('%s alone', (hop) => {
    expect(brokenHops({ ...well, ...faults[hop] })).toEqual([hop]);
  });

  const pairs = HOPS.flatMap((first, i) => HOPS.slice(i + 1).map((second) => [first, second] as const));
  it.each(pairs)('%s and %s: the nearer one is named, the drive and the sensor both', (first, second) => {
    const expected = first === 'drive' ? ['drive', 'sensor'] : [first];
    expect(brokenHops({ ...well, ...faults[first], ...faults[second] })).toEqual(expected);
  });

  it.each(HOPS.slice(0, 4))('behind %s nothing is known', (hop) => {
    const states = hopStates({ ...well, ...faults[hop] });
    expect(HOPS.slice(HOPS.indexOf(hop) + 1).map((behind) => states[behind])).toEqual(
      HOPS.slice(HOPS.indexOf(hop) + 1).map(() => 'unknown'),
    );
  });

  it('a hop that nobody knows of is not broken, and what is behind it is not known either', () => {
    const states = hopStates({ ...well, isServerHeard: undefined, isBoardOnline: false });
    expect(states).toMatchObject({ browser: 'ok', server: 'unknown', wifi: 'unknown', sensor: 'unknown' });
  });
});
