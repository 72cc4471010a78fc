import type { FcProfile } from './profile.ts';

/**
 * What needs no operation of the converter. `tag`: the board keeps the lock-out tag; `retry`: it reports planned starts and
 * ends them; `started`: it reports what has started the drive.
 */
const ALWAYS = ['reset', 'reg', 'restart', 'pump', 'tag', 'retry', 'started'];
/** The order of the contract. */
const ORDER = [
  'start_stop',
  'set_lock',
  'write',
  'pressure_control',
  'reset',
  'fault_reset',
  'reg',
  'restart',
  'pump',
  'tag',
  'retry',
  'started',
];

/** Commands that a board can execute with this converter, as `info` announces them. */
export function boardCapabilities({ operations }: FcProfile): string[] {
  const { start, stop, lock, unlock, setPressure, setPressureSource, resetFault } = operations;
  const possible: Record<string, boolean> = {
    start_stop: start !== undefined && stop !== undefined,
    set_lock: lock !== undefined && unlock !== undefined,
    write: setPressure !== undefined,
    pressure_control: setPressureSource !== undefined,
    fault_reset: resetFault !== undefined,
  };
  return ORDER.filter((name) => ALWAYS.includes(name) || possible[name]);
}
