import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { fcLinkNow, isUnread } from '../fc/fc-link.ts';
import { pumpState, switchOf } from '../pump/pump.ts';
import type { HopFacts } from './broken-hop.ts';
import { isLate, isSilent } from './freshness.ts';

/** Fields that a stopped drive does not have to report. */
const OF_THE_MOTOR: readonly ReadingField[] = ['frequency_fc', 'motor_current', 'motor_rpm', 'motor_power'];

/** R5.1: a fault state that can no longer be read is unknown. */
function hasFault(last: LastData, nowS: number): boolean | undefined {
  const state = isUnread(last, 'on_off_state_r', nowS) ? 'unknown' : pumpState(last.data);
  if (state === 'fault' || state === 'no_power') return true;
  const { fault } = last.data;
  return fault == null || isUnread(last, 'fault', nowS) ? undefined : fault !== 0;
}

/** R4.5: fields that were measured before and are missing now although the converter answers. */
function unmeasuredFields(last: LastData, nowS: number): ReadingField[] {
  const isStill = switchOf(last.data) === 'off' && !isUnread(last, 'on_off_state_r', nowS);
  return (Object.keys(last.older) as ReadingField[]).filter(
    (field) => isUnread(last, field, nowS) && !(isStill && OF_THE_MOTOR.includes(field)),
  );
}

type BoardFacts = Omit<HopFacts, 'hasNetwork' | 'isServerReachable' | 'isBrokerUp' | 'raised'>;

/** R4.5: facts about the hops behind the server, from the last values of a board. */
export function boardFacts(
  last: LastData | undefined,
  isOnline: boolean | undefined,
  nowS: number,
): BoardFacts {
  return {
    isBoardOnline: isOnline,
    isBoardSilent: last !== undefined && isSilent(last, nowS),
    isBoardLate: last !== undefined && isLate(last),
    clock: last === undefined || last.received_at === null ? undefined : (last.clock ?? 'ok'),
    fcLink: last ? fcLinkNow(last, isOnline ?? false, nowS) : 'unknown',
    hasFault: last && hasFault(last, nowS),
    unmeasured: last ? unmeasuredFields(last, nowS) : [],
  };
}
