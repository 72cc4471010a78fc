import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it } from 'vitest';
import type { ProtectionCode } from '../protection/codes.ts';
import { boardFacts } from './board-facts.ts';
import { brokenHops, HOPS, type Hop, type HopFacts, hopStates } from './broken-hop.ts';
import { emptyLastData, isBoardField } from './last-data.ts';

const T0 = 1_800_000_000;

/** The inputs from which the page derives the hop states. */
interface PageInputs {
  hasNetwork: boolean;
  isServerReachable: boolean | undefined;
  isBrokerUp: boolean;
  isOnline: boolean | undefined;
  last: LastData;
  raised: readonly ProtectionCode[] | undefined;
}

const none = emptyLastData('MNB-TE0001');
const running = { on_off_state_r: 1, frequency_fc: 40, pressure: 4, fault: 0, temperature_mnb: 30 };
const well: PageInputs = {
  hasNetwork: true,
  isServerReachable: true,
  isBrokerUp: true,
  isOnline: true,
  last: { ...none, data: { ...none.data, ...running }, ts: T0, received_at: T0, fc: 1 },
  raised: [],
};
const factsOf = ({ isOnline, last, ...facts }: PageInputs): HopFacts => ({
  ...facts,
  ...boardFacts(last, isOnline, T0),
});

const OF_THE_CONVERTER = (Object.keys(running) as ReadingField[]).filter((field) => !isBoardField(field));
/** The last values after frames without these fields. */
const unread = (facts: PageInputs, fields: readonly ReadingField[]): PageInputs => {
  const older = { ...facts.last.older, ...Object.fromEntries(fields.map((field) => [field, T0 - 20])) };
  return { ...facts, last: { ...facts.last, older } };
};

const raising = (code: ProtectionCode) => (facts: PageInputs) => ({
  ...facts,
  raised: [...(facts.raised ?? []), code],
});

/** Each fault with the hop that it breaks. */
const FAULTS: Record<string, [Hop, (facts: PageInputs) => PageInputs]> = {
  'no network': ['browser', (facts) => ({ ...facts, hasNetwork: false, isServerReachable: undefined })],
  'server down': ['server', (facts) => ({ ...facts, isServerReachable: false })],
  // All boards are disconnected.
  'broker down': ['broker', (facts) => ({ ...facts, isBrokerUp: false, isOnline: false })],
  offline: ['wifi', (facts) => ({ ...facts, isOnline: false })],
  silence: ['wifi', (facts) => ({ ...facts, last: { ...facts.last, ts: T0 - 60, received_at: T0 - 60 } })],
  lateness: ['wifi', (facts) => ({ ...facts, last: { ...facts.last, ts: T0 - 60 } })],
  'converter lost': [
    'converter',
    (facts) => unread({ ...facts, last: { ...facts.last, fc: 0 } }, OF_THE_CONVERTER),
  ],
  'converter mute': ['converter', (facts) => unread(facts, OF_THE_CONVERTER)],
  'drive fault': [
    'drive',
    (facts) => ({ ...facts, last: { ...facts.last, data: { ...facts.last.data, fault: 10 } } }),
  ],
  'sensor break': ['sensor', raising('SENSOR_BREAK')],
  'dry running': ['pump', raising('DRY_RUN')],
  'no flow': ['pump', raising('NO_FLOW')],
  'clock unset': ['clock', (facts) => ({ ...facts, last: { ...facts.last, clock: 'unset' } })],
  'value unmeasured': ['sensor', (facts) => unread(facts, ['pressure'])],
};
const NAMES = Object.keys(FAULTS);
const hopOf = (name: string): Hop => FAULTS[name]?.[0] ?? 'browser';
const withFaults = (...names: string[]) =>
  factsOf(names.reduce((facts, name) => FAULTS[name]?.[1](facts) ?? facts, well));

/** Parallel ends of the chain; every other hop hides those behind it. */
const AT_THE_END: readonly Hop[] = ['drive', 'sensor', 'pump', 'clock'];
const isAtTheEnd = (hop: Hop) => AT_THE_END.includes(hop);
const nearest = (hops: readonly Hop[]): Hop[] => {
  const sorted = HOPS.filter((hop) => hops.includes(hop));
  return sorted.every(isAtTheEnd) ? sorted : sorted.slice(0, 1);
};

/** Hops before the broken one are ok, those behind it unknown. */
function expectedStates(broken: readonly Hop[]) {
  const [first] = broken;
  const at = first ? HOPS.indexOf(first) : HOPS.length;
  return HOPS.map((hop, i) => {
    if (broken.includes(hop)) return 'broken';
    return i < at || (first && isAtTheEnd(first)) ? 'ok' : 'unknown';
  });
}
const statesOf = (facts: HopFacts) => {
  const states = hopStates(facts);
  return HOPS.map((hop) => states[hop]);
};

describe('R4.5 the broken hop', () => {
  it('is none without a fault', () => {
    expect(brokenHops(factsOf(well))).toEqual([]);
    expect(statesOf(factsOf(well))).toEqual(HOPS.map(() => 'ok'));
  });

  it('the table of faults covers every hop', () => {
    expect(new Set(NAMES.map(hopOf))).toEqual(new Set(HOPS));
  });

  it.each(NAMES)('a single fault is reported at its hop: %s', (name) => {
    expect(brokenHops(withFaults(name))).toEqual([hopOf(name)]);
    expect(statesOf(withFaults(name))).toEqual(expectedStates([hopOf(name)]));
  });

  const pairs = NAMES.flatMap((first, i) => NAMES.slice(i + 1).map((second) => [first, second] as const));
  it.each(pairs)(
    'of two faults the nearer hop is reported, of two parallel ends both: %s and %s',
    (first, second) => {
      const expected = nearest([hopOf(first), hopOf(second)]);
      expect(brokenHops(withFaults(first, second))).toEqual(expected);
      expect(statesOf(withFaults(first, second))).toEqual(expectedStates(expected));
    },
  );

  it.each([
    ['the server', { isServerReachable: undefined, isOnline: false }, 'server'],
    ['the board', { isOnline: undefined }, 'wifi'],
    ['the converter', { last: none }, 'converter'],
  ] as const)(
    '%s in an unknown state is not broken, and the hops behind it are unknown',
    (_of, change, hop) => {
      const facts = factsOf({ ...well, ...change });
      expect(brokenHops(facts)).toEqual([]);
      expect(statesOf(facts)).toEqual(HOPS.map((_hop, i) => (i < HOPS.indexOf(hop) ? 'ok' : 'unknown')));
    },
  );

  it('a connected board has no broken hop while the broker refuses new connections', () => {
    expect(brokenHops(factsOf({ ...well, isBrokerUp: false }))).toEqual([]);
  });

  it('a board that falls silent while the broker is down is unknown', () => {
    const silent = FAULTS.silence?.[1](well) ?? well;
    expect(brokenHops(factsOf({ ...silent, isBrokerUp: false }))).toEqual(['broker']);
  });

  it('hops that the board has not reported on are unknown, not broken', () => {
    const unspoken = { sensor: 'unknown', pump: 'unknown' };
    expect(hopStates(factsOf({ ...well, raised: undefined }))).toMatchObject(unspoken);
  });
});

it('R4.5 no hop is broken when the server answers although the browser reports no network', () => {
  expect(brokenHops(factsOf({ ...well, hasNetwork: false }))).toEqual([]);
});
