import type { Clock } from '../clock.ts';
import { type Drive, DriveError, type DriveState, isOn, isTemporary, RunState } from './drive.ts';

/** A gateway that slept executes its queued requests within this time after it wakes. */
const LATE_MS = 10_000;
/** A start is repeated only if the drive was seen stopped in between. */
const STARTS = 2;

/** A drive that only acknowledges a request may execute it later. */
const isUnanswered = (error: unknown): error is DriveError =>
  (error instanceof DriveError && (error.reason === 'no_answer' || error.reason === 'garbage')) ||
  isTemporary(error);

/**
 * An unanswered start may still be executed, since a gateway queues requests. Its sender received a failure, so
 * the drive must stay stopped: the next contact begins with a stop, and a pump that starts shortly afterwards is
 * stopped too.
 */
export function stopAfterUnansweredStart(drive: Drive, clock: Clock): Drive {
  let wasOn = false;
  let stops = 0;
  let doubt: { untilMs: number } | undefined;

  async function stop(deadline?: Parameters<Drive['stop']>[0]): Promise<void> {
    stops++;
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
      if (isUnanswered(error)) throw error;
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
    // A start was requested meanwhile: this reading is older.
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
      const stopsBefore = stops;
      // A repetition or a later step of this start would start the pump again after that stop.
      const isOverridden = () => stops !== stopsBefore;
      /** The doubt to record if this start is not answered. */
      let open = doubt;
      doubt = undefined;
      for (let left = STARTS; ; left--) {
        try {
          return await drive.start({ ...deadline, isOverridden });
        } catch (error) {
          if (isUnanswered(error)) {
            if (stood) open = { untilMs: Number.POSITIVE_INFINITY };
            const state = await seen();
            if (state && isOn(state)) return;
            if (state?.runState === RunState.stopped && left > 1 && !isOverridden()) continue;
          }
          doubt = open;
          throw error;
        }
      }
    },
  };
}
