import type { OtaError } from '@manoboard/contract/firmware';
import { type Clock, pause } from '../clock.ts';
import { type Drive, DriveError, type DriveState, RunChannel, RunState } from '../drive/drive.ts';
import { readDrive } from '../reporting/measurement.ts';

const STOP_MS = 30_000;
const LOOK_EVERY_MS = 500;

const isOn = ({ runState }: DriveState) => runState === RunState.forward || runState === RunState.reverse;
const isStill = (state: DriveState) => !isOn(state) && !((state.frequencyHz ?? 0) > 0);

async function waitUntilStill(drive: Drive, clock: Clock): Promise<boolean> {
  const untilMs = clock.elapsedMs() + STOP_MS;
  for (;;) {
    const state = await readDrive(drive);
    if (state && isStill(state)) return true;
    if (clock.elapsedMs() >= untilMs) return false;
    await pause(clock, LOOK_EVERY_MS);
  }
}

/** Nobody restarts a board over a running pump. Gives whether it was on, or why it cannot be stopped. */
export async function stopPump(drive: Drive, clock: Clock): Promise<{ wasOn: boolean } | { err: OtaError }> {
  const state = await readDrive(drive);
  if (!state) return { err: 'fc_offline' };
  if (isStill(state)) return { wasOn: false };
  if (state.runChannel !== RunChannel.communication) return { err: 'pump_running' };
  try {
    await drive.stop();
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    return { err: 'fc_offline' };
  }
  return (await waitUntilStill(drive, clock)) ? { wasOn: isOn(state) } : { err: 'pump_running' };
}

/** The update is over, well or badly: the house gets its water back. */
export async function startPump(drive: Drive): Promise<void> {
  try {
    await drive.start();
  } catch (error) {
    // The converter's next frame shows that it did not start.
    if (!(error instanceof DriveError)) throw error;
  }
}
