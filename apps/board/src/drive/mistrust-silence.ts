import type { Clock } from '../clock.ts';
import { type Drive, DriveError, type DriveState, isOn, RunState } from './drive.ts';

/** What waited in a gateway that slept is done within this time after it woke. */
const LATE_MS = 10_000;
/** A start is repeated only if the drive was seen standing in between. */
const STARTS = 2;

const isUnheard = (error: unknown): error is DriveError =>
  error instanceof DriveError && (error.reason === 'no_answer' || error.reason === 'garbage');

/**
 * A start without an answer may have been heard, or may still be: a gateway keeps what it received. Whoever asked
 * for it was told that it failed, so the drive must stand: the next contact begins with a stop, and a pump that
 * begins to turn soon afterwards is stopped as well.
 */
export function mistrustSilence(drive: Drive, clock: Clock): Drive {
  let wasOn = false;
  let doubt: { untilMs: number } | undefined;

  async function stop(deadline?: Parameters<Drive['stop']>[0]): Promise<void> {
    const mine = doubt;
    await drive.stop(deadline);
    if (mine) mine.untilMs = clock.elapsedMs() + LATE_MS;
  }

  async function settle(): Promise<void> {
    if (doubt?.untilMs !== Number.POSITIVE_INFINITY) return;
    const mine = doubt;
    try {
      await stop();
    } catch (error) {
      if (isUnheard(error)) throw error;
      mine.untilMs = clock.elapsedMs() + LATE_MS;
    }
  }

  const settled =
    <A extends unknown[], R>(verb: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await settle();
      return verb(...args);
    };

  async function read(): Promise<DriveState> {
    const mine = doubt;
    const state = await drive.read();
    // Somebody has asked for a start meanwhile: what was read is older than that.
    if (mine !== doubt) return state;
    const isDoubted = mine !== undefined && clock.elapsedMs() < mine.untilMs;
    if (isDoubted && isOn(state)) await stop();
    else wasOn = isOn(state);
    return state;
  }

  async function seen(): Promise<DriveState | undefined> {
    try {
      return await drive.read();
    } catch (error) {
      if (error instanceof DriveError) return undefined;
      throw error;
    }
  }

  return {
    ...drive,
    identify: settled(drive.identify),
    read: settled(read),
    stop,
    resetFault: settled(drive.resetFault),
    setRequiredPressure: settled(drive.setRequiredPressure),
    setLock: settled(drive.setLock),
    setPressureControl: settled(drive.setPressureControl),
    readRegisters: settled(drive.readRegisters),
    writeRegister: settled(drive.writeRegister),
    async start(deadline) {
      const stood = !wasOn;
      /** What is in doubt if this start comes to nothing. */
      let open = doubt;
      doubt = undefined;
      for (let left = STARTS; ; left--) {
        try {
          return await drive.start(deadline);
        } catch (error) {
          if (isUnheard(error)) {
            if (stood) open = { untilMs: Number.POSITIVE_INFINITY };
            const state = await seen();
            if (state && isOn(state)) return;
            if (state?.runState === RunState.stopped && left > 1) continue;
          }
          doubt = open;
          throw error;
        }
      }
    },
  };
}
