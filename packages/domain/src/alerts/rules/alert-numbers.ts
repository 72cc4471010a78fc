import type { LastData } from '@manoboard/contract/device/device';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { PROTECTION_CODES, type ProtectionCode, STOPPING_CODES } from '../../protection/codes.ts';
import { protectionRules } from '../../protection/rules.ts';
import { switchOf } from '../../pump/pump.ts';
import type { AlertNumbers } from './kinds.ts';
import { PUMP, type PumpPhase } from './memory.ts';
import { pumpPhase } from './observe.ts';
import type { Facts } from './rule.ts';

/** Values that the sentence of an alert may quote, by their names in it. Absent ones are unknown. */
const QUOTED = {
  pressure: 'pressure',
  frequency_fc: 'frequency',
  bus_voltage: 'volt',
  analog_input_2: 'sensorV',
  temperature_fc: 'temperature',
  rssi: 'rssi',
  fault: 'fault',
} as const satisfies Partial<Record<keyof Reading, string>>;

const round = (value: number) => Math.round(10 * value) / 10;

/** Known values among those that a sentence may quote. */
function quotedValues(values: Partial<Reading>): AlertNumbers {
  const found = Object.entries(QUOTED).flatMap(([field, name]) => {
    const value = values[field as keyof typeof QUOTED];
    return typeof value === 'number' ? [[name, field === 'fault' ? value : round(value)] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Values at the time of the alert, by field. */
export const measuredValues = (numbers: AlertNumbers): Partial<Record<keyof Reading, number>> =>
  Object.fromEntries(
    Object.entries(QUOTED).flatMap(([field, name]) => {
      const value = numbers[name];
      return value === undefined ? [] : [[field, value]];
    }),
  );

/**
 * What happened when a rule raised an alert: the values of the moment, how long the condition had lasted, and the pump
 * then (`pump`), or its last known state while it is silent (`lastPump`, known `lastAgoS` before).
 */
export function happening({ atMs, sample, memory }: Facts, sinceMs: number): AlertNumbers {
  const pump = pumpPhase(sample);
  return {
    ...quotedValues(sample.values),
    ...(sample.requiredBar !== undefined && { required: round(sample.requiredBar) }),
    heldS: Math.round((atMs - sinceMs) / 1000),
    ...(pump !== undefined ? { pump } : lastKnown(memory.pump, memory.pumpMs, atMs)),
  };
}

function lastKnown(lastPump: PumpPhase | undefined, knownMs: number | undefined, atMs: number): AlertNumbers {
  if (lastPump === undefined) return {};
  return {
    lastPump,
    ...(knownMs !== undefined && { lastAgoS: Math.max(0, Math.round((atMs - knownMs) / 1000)) }),
  };
}

/** What the pump did when its converter was read last. */
export function lastPumpOf({ data, ts, older }: LastData, atMs: number): AlertNumbers {
  const { on_off_state_r, frequency_fc } = data;
  const power = switchOf({ on_off_state_r });
  const isRunning = typeof frequency_fc === 'number' ? frequency_fc > 0 : undefined;
  const sample = { atMs, values: {}, ...(power !== 'unknown' && { isOn: power === 'on' }) };
  const phase = pumpPhase({ ...sample, ...(isRunning !== undefined && { isRunning }) });
  const knownS = older.on_off_state_r ?? ts;
  return lastKnown(phase, knownS === null ? undefined : knownS * 1000, atMs);
}

const protectionOf = (code: string): ProtectionCode | undefined =>
  PROTECTION_CODES.find((each) => each === code);

/** For how long the condition of an event had lasted; boards without `held` have the delays of their protection. */
export function heldSecondsOf({ code, held }: Pick<Event, 'code' | 'held'>): number {
  const protection = protectionOf(code);
  return held ?? (protection ? protectionRules[protection].afterMs / 1000 : 0);
}

/** 1: the board has stopped the pump; 0: it could not. Nothing for events that stop no pump. */
function stoppedBy({ code, stopped }: Pick<Event, 'code' | 'stopped'>): number | undefined {
  const protection = protectionOf(code);
  return protection && STOPPING_CODES.includes(protection) ? Number(stopped ?? true) : undefined;
}

/** What happened when an event of the board raised an alert at this time, in Unix seconds. */
export function eventNumbers(
  event: Pick<Event, 'code' | 'd' | 'held' | 'stopped' | 'retry_in'>,
  atS: number,
) {
  const { code, d, retry_in: retryInS } = event;
  const stopped = stoppedBy(event);
  const stands = stopped === 1 || code === 'FC_FAULT';
  const runs = stopped === 0 || code === 'NO_FLOW';
  return {
    ...quotedValues(d as Partial<Reading>),
    heldS: heldSecondsOf(event),
    ...(stopped !== undefined && { stopped }),
    ...(stands && { pump: PUMP.stands }),
    ...(runs && { pump: PUMP.runs }),
    // 0 means no automatic restart. Boards that do not send it have one after DRY_RUN only, at an unknown time.
    ...(stopped === 1 && retryInS !== undefined && { retryAt: retryInS && atS + retryInS }),
    ...(stopped === 1 && retryInS === undefined && code !== 'DRY_RUN' && { retryAt: 0 }),
  } as AlertNumbers;
}
