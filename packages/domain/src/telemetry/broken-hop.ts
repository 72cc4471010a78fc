import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { FcLink } from '../fc/fc-link.ts';
import type { ProtectionCode } from '../protection/codes.ts';
import type { ClockFault } from './last-data.ts';

/** Every hop from the browser to the pump, in order, and the board's clock. */
export const HOPS = [
  ...(['browser', 'server', 'broker', 'wifi', 'converter'] as const),
  ...(['drive', 'sensor', 'pump', 'clock'] as const),
] as const;
export type Hop = (typeof HOPS)[number];
export type HopState = 'ok' | 'broken' | 'unknown';

/** The known state of each hop; `undefined` is unknown. */
export interface HopFacts {
  hasNetwork: boolean;
  isServerReachable: boolean | undefined;
  /** The broker accepts connections. */
  isBrokerUp: boolean;
  isBoardOnline: boolean | undefined;
  /** The broker reports the board online, but no frames arrive. */
  isBoardSilent: boolean;
  /** Frames arrive long after they were measured. */
  isBoardLate: boolean;
  /** A board with a wrong clock accepts only stop. */
  clock: ClockFault | 'ok' | undefined;
  fcLink: FcLink;
  hasFault: boolean | undefined;
  /** Active protections. */
  raised: readonly ProtectionCode[] | undefined;
  /** Fields that were measured before and are missing now. */
  unmeasured: readonly ReadingField[];
}

const known = (isOk: boolean | undefined): HopState => {
  if (isOk === undefined) return 'unknown';
  return isOk ? 'ok' : 'broken';
};

/** A protection that concerns the sensor, not the pump. */
const SENSOR: ProtectionCode = 'SENSOR_BREAK';

const not = (is: boolean | undefined) => (is === undefined ? undefined : !is);

/**
 * R4.5: every hop behind a broken or unknown hop is unknown, because its last state may be outdated. The drive, the
 * sensor, the pump and the clock are parallel ends of the chain: each has its own state.
 */
export function hopStates(facts: HopFacts): Record<Hop, HopState> {
  const isBoardHeard = facts.isBoardOnline && !facts.isBoardSilent;
  const way = {
    // A server on the local network answers even when the browser reports no network.
    browser: known(facts.hasNetwork || facts.isServerReachable === true),
    server: known(facts.isServerReachable),
    // Frames of the board arrive through the broker.
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
