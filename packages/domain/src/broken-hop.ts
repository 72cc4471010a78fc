import type { ReadingField } from '@manoboard/contract/reading';
import type { FcLink } from './fc-link.ts';
import type { ClockFault } from './last-data.ts';
import type { ProtectionCode } from './protection-codes.ts';

/** Every hop between the browser and the water, in the order in which news passes them, and the board's clock. */
export const HOPS = [
  ...(['browser', 'server', 'broker', 'wifi', 'converter'] as const),
  ...(['drive', 'sensor', 'pump', 'clock'] as const),
] as const;
export type Hop = (typeof HOPS)[number];
export type HopState = 'ok' | 'broken' | 'unknown';

/** What is known of each; nothing is not known. */
export interface HopFacts {
  hasNetwork: boolean;
  isServerHeard: boolean | undefined;
  /** Does the server's broker answer whoever comes? */
  isBrokerUp: boolean;
  isBoardOnline: boolean | undefined;
  /** Online by the broker's word, and yet nothing comes. */
  isBoardSilent: boolean;
  /** What comes is old when it comes. */
  isBoardLate: boolean;
  /** Without a right clock a board obeys stop alone. */
  clock: ClockFault | 'ok' | undefined;
  fcLink: FcLink;
  hasFault: boolean | undefined;
  /** What the board protects the pump from: raised, and not over. */
  raised: readonly ProtectionCode[] | undefined;
  /** Values that were measured once and are not now. */
  unmeasured: readonly ReadingField[];
}

const known = (isOk: boolean | undefined): HopState => {
  if (isOk === undefined) return 'unknown';
  return isOk ? 'ok' : 'broken';
};

/** Raised for the sensor's sake: the pump itself is well. */
const SENSOR: ProtectionCode = 'SENSOR_BREAK';

const not = (is: boolean | undefined) => (is === undefined ? undefined : !is);

/**
 * R4.5: behind a hop that is broken, or that nobody knows of, nothing is known: what was true there may have changed.
 * The drive, the sensor, the pump and the clock are side by side at the end: each can be in trouble.
 */
export function hopStates(facts: HopFacts): Record<Hop, HopState> {
  const isBoardHeard = facts.isBoardOnline && !facts.isBoardSilent;
  const way = {
    // A server in the same house is heard without the network that the browser misses.
    browser: known(facts.hasNetwork || facts.isServerHeard === true),
    server: known(facts.isServerHeard),
    // A board that is heard came through it.
    broker: known(isBoardHeard || facts.isBrokerUp),
    wifi: known(isBoardHeard && !facts.isBoardLate),
    converter: facts.fcLink === 'error' ? 'broken' : facts.fcLink,
  } as const;
  let isReached = true;
  const seen = (state: HopState): HopState => {
    const shown = isReached ? state : 'unknown';
    isReached &&= state === 'ok';
    return shown;
  };
  const states = {
    browser: seen(way.browser),
    server: seen(way.server),
    broker: seen(way.broker),
    wifi: seen(way.wifi),
    converter: seen(way.converter),
  };
  const atTheEnd = (state: HopState) => (isReached ? state : 'unknown');
  return {
    ...states,
    drive: atTheEnd(known(not(facts.hasFault))),
    sensor: atTheEnd(facts.unmeasured.length > 0 ? 'broken' : known(not(facts.raised?.includes(SENSOR)))),
    pump: atTheEnd(known(facts.raised?.every((code) => code === SENSOR))),
    clock: atTheEnd(known(facts.clock && facts.clock === 'ok')),
  };
}

export const brokenHops = (facts: HopFacts): Hop[] => {
  const states = hopStates(facts);
  return HOPS.filter((hop) => states[hop] === 'broken');
};
