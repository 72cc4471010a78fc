import type { StartOrigin } from '@manoboard/contract/mqtt/event';
import type { Clock } from '../clock.ts';
import { type DriveState, isOn, RunChannel } from '../drive/drive.ts';

/** A drive that starts within this time of a start that the board wrote was started by it. */
const WRITTEN_MS = 30_000;
/** Somebody starts the drive at its keypad and returns it to the line between two polls, or a few of them. */
const LOCAL_MS = 10_000;

const LOCAL: Partial<Record<number, StartOrigin>> = {
  [RunChannel.keypad]: 'keypad',
  [RunChannel.terminal]: 'terminals',
};

interface Cause {
  by: StartOrigin;
  atMs: number;
}

/** R5.11: what has started the drive, at each change to on. */
export interface Starts {
  /** The board writes a start. */
  noteWritten(by: 'command' | 'retry'): void;
  /** The board writes a stop: an earlier start of its own causes nothing any more. */
  noteStop(): void;
  /** At every poll; the origin if the drive was off before. */
  see(state: DriveState): StartOrigin | undefined;
}

/** `wasOnAtBoot`: the last state before the board started; if it is unknown, nothing is known about a running drive. */
export function createStarts(clock: Clock, wasOnAtBoot: boolean | undefined): Starts {
  let wasOff = wasOnAtBoot === false;
  let written: Cause | undefined;
  let local: Cause | undefined;

  const isRecent = (cause: Cause | undefined, withinMs: number) =>
    cause !== undefined && clock.elapsedMs() - cause.atMs <= withinMs;

  return {
    noteWritten(by) {
      written = { by, atMs: clock.elapsedMs() };
    },
    noteStop() {
      written = undefined;
    },
    see(state) {
      const by = LOCAL[state.runChannel ?? RunChannel.communication];
      if (by) local = { by, atMs: clock.elapsedMs() };
      const hasStarted = wasOff && isOn(state);
      wasOff = !isOn(state);
      if (wasOff) return undefined;
      const cause = isRecent(written, WRITTEN_MS) ? written : isRecent(local, LOCAL_MS) ? local : undefined;
      // Its effect is seen, or it had none, since the drive was on.
      written = undefined;
      return hasStarted ? (cause?.by ?? 'itself') : undefined;
    },
  };
}
