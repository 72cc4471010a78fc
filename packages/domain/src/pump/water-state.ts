import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { LastData, PumpLook } from '@manoboard/contract/device/device';
import type { WaterKind, WaterState, WaterTone } from '@manoboard/contract/device/water';
import type { EventCode, EventSeverity } from '@manoboard/contract/mqtt/event';
import type { LocalizedText } from '@manoboard/contract/text';
import { freshness, isSilent } from '../telemetry/freshness.ts';
import { plannedTry } from './planned-try.ts';
import { type PumpState, pumpState } from './pump.ts';

/** A tap on the ground floor gives water from this pressure. */
const TAP_BAR = 0.5;

/** What the last values do not tell of a pump. */
export interface WaterContext {
  /** The raised protection of a stopped pump. */
  stoppedBy?: EventCode | null | undefined;
  /** The last command that switched a stopped pump off, or ended its retries. */
  switchedOff?: { by: string; at: number } | null | undefined;
  tag?: LockOut | null | undefined;
  /** The most urgent alert that lasts. */
  alert?: { title: LocalizedText; severity: EventSeverity; since?: number | undefined } | null | undefined;
}

export interface WaterFacts extends WaterContext {
  last: LastData | undefined;
  /** The state of the pump, or why there is no current one. */
  look: PumpLook | 'connecting';
  nowS: number;
}

/** R9.1: the one place that says what a person has of the water, why, and how urgent it is. */
export function waterState(facts: WaterFacts): WaterState {
  const state = withoutAlert(facts);
  const { alert } = facts;
  if (!alert || state.tone === 'unknown') return state;
  return { ...state, tone: worse(state.tone, alert.severity), alert: alert.title };
}

/** A wanted stop stays grey beside a warning: only what is critical needs a person then. */
function worse(tone: WaterTone, severity: EventSeverity): WaterTone {
  if (severity === 'alarm') return 'act';
  return severity === 'warning' && tone === 'water' ? 'look' : tone;
}

function withoutAlert(facts: WaterFacts): WaterState {
  const { last, look } = facts;
  if (!last || look === 'offline' || look === 'stale' || look === 'unknown' || look === 'connecting')
    return unknownState(facts);
  return currentState(facts, last, look);
}

/** The measured pressure; `null`: not measured now, or the reading of a broken sensor. */
function pressureNow({ last, stoppedBy, nowS }: WaterFacts): number | null {
  if (!last || stoppedBy === 'SENSOR_BREAK') return null;
  const { pressure } = last.data;
  return pressure != null && freshness(last, 'pressure', true, nowS) === 'live' ? pressure : null;
}

/** A pump that does not run has as much water as the pressure gives. */
function kindAtRest(pressureBar: number | null): WaterKind {
  if (pressureBar === null) return 'unknown';
  return pressureBar >= TAP_BAR ? 'there' : 'missing';
}

function currentState(facts: WaterFacts, last: LastData, look: Exclude<PumpState, 'unknown'>): WaterState {
  const pressureBar = pressureNow(facts);
  const since = facts.alert?.since;
  const at = since !== undefined && { since };
  switch (look) {
    case 'fault':
      return { kind: kindAtRest(pressureBar), tone: 'act', reason: 'fault', ...at };
    case 'no_power':
      return { kind: kindAtRest(pressureBar), tone: 'act', reason: 'no_power', ...at };
    case 'stopped':
      return stoppedState(facts, last, kindAtRest(pressureBar));
    default: {
      if (pressureBar === null) return { kind: 'unknown', tone: 'unknown', reason: 'unmeasured' };
      const hasWater = pressureBar >= TAP_BAR;
      if (look === 'running')
        return hasWater
          ? { kind: 'flows', tone: 'water', reason: 'running' }
          : { kind: 'rising', tone: 'look', reason: 'starting' };
      return hasWater
        ? { kind: 'there', tone: 'water', reason: 'resting' }
        : { kind: 'missing', tone: 'look', reason: 'standing' };
    }
  }
}

/** R5.11: a pump that tries again by itself, or that a protection stopped, needs a person; one that a person stopped does not. */
function stoppedState(facts: WaterFacts, last: LastData, kind: WaterKind): WaterState {
  const { switchedOff, tag, alert } = facts;
  const planned = plannedTry(last);
  const event = planned?.stoppedFor ?? facts.stoppedBy;
  const stoppedAt = { ...(event && { event }) };
  if (tag) {
    const by = tag.by?.name;
    return {
      kind: 'off',
      tone: 'off',
      reason: 'tag',
      since: tag.since,
      ...(by && { by }),
      ...(tag.until !== null && { until: tag.until }),
    };
  }
  // An older stop by a person does not explain it: the pump was started since, at the keypad or by the board.
  const isByPerson =
    switchedOff &&
    !(alert?.severity === 'alarm' && alert.since !== undefined && switchedOff.at < alert.since);
  if (planned || (event && !isByPerson))
    return {
      kind,
      tone: 'act',
      reason: event === 'SENSOR_BREAK' ? 'sensor' : 'protection',
      ...stoppedAt,
      ...(alert?.since !== undefined && { since: alert.since }),
      ...(planned && { next_try: planned.atS }),
    };
  return {
    kind: 'off',
    tone: 'off',
    reason: 'switched_off',
    ...stoppedAt,
    ...(switchedOff && { since: switchedOff.at, by: switchedOff.by }),
  };
}

/** Nothing is known now; what was known last, and a start that the board plans, stay valid. */
function unknownState(facts: WaterFacts): WaterState {
  const { last, look, nowS } = facts;
  const planned = plannedTry(last);
  const state = last ? pumpState(last.data) : 'unknown';
  const before =
    last && state !== 'unknown' ? currentState({ ...facts, nowS: last.ts ?? nowS }, last, state) : undefined;
  const contactS = last?.received_at;
  return {
    kind: 'unknown',
    tone: 'unknown',
    reason: reasonOf(last, look, nowS),
    ...(contactS != null && { since: contactS }),
    ...(before && before.kind !== 'unknown' && { was: before.kind }),
    ...(planned && { next_try: planned.atS }),
    ...(planned?.stoppedFor && { event: planned.stoppedFor }),
  };
}

function reasonOf(last: LastData | undefined, look: WaterFacts['look'], nowS: number) {
  if (look === 'connecting' || look === 'offline') return look;
  if (!last) return 'no_data';
  if (isSilent(last, nowS)) return 'silent';
  return last.fc === 0 ? 'converter' : 'silent';
}
