import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { Clock } from '../clock.ts';
import { type DriveState, RunState } from '../drive/drive.ts';
import type { Events } from './events.ts';
import type { Measurement } from './measurement.ts';

const FIELDS = [
  ...(['frequency_fc', 'pressure', 'motor_current', 'motor_power', 'bus_voltage'] as const),
  'analog_input_2',
] as const;

/** The main values of the moment; the frames have the others. */
export function circumstances({ d }: Measurement): Partial<Reading> {
  const known = FIELDS.flatMap((field) => (d[field] === undefined ? [] : [[field, d[field]] as const]));
  return Object.fromEntries(known);
}

/** Events of the converter and the clock, checked at every poll. */
export function watch(
  events: Events,
  clock: Clock,
  state: DriveState | undefined,
  measured: Measurement,
): void {
  const d = circumstances(measured);
  events.set({ code: 'CLOCK_UNSET', sev: 'warning', d: {} }, clock.unixMs() === undefined);
  events.set({ code: 'FC_OFFLINE', sev: 'alarm', d: {} }, state === undefined);
  // A silent converter does not report faults: open fault events stay open.
  if (!state) return;
  const fault = state.faultCode ?? 0;
  const isFault = fault > 0 || state.runState === RunState.fault;
  const which = isFault ? String(fault) : undefined;
  events.clearOthers('FC_FAULT', which, { ...d, fault });
  if (which) events.set({ code: 'FC_FAULT', which, sev: 'alarm', d: { ...d, fault } }, true);
}
