import type { OtaError } from '@manoboard/contract/mqtt/firmware';
import { type Clock, pause } from '../clock.ts';
import { type Drive, DriveError, type DriveState, isOn, RunChannel } from '../drive/drive.ts';
import { readDrive } from '../reporting/measurement.ts';

const STOP_MS = 30_000;
const POLL_EVERY_MS = 500;
const START_AGAIN_EVERY_MS = 5_000;

const isStill = (state: DriveState) => !isOn(state) && !((state.frequencyHz ?? 0) > 0);

async function waitUntilStill(drive: Drive, clock: Clock): Promise<boolean> {
  const untilMs = clock.elapsedMs() + STOP_MS;
  for (;;) {
    const state = await readDrive(drive);
    if (state && isStill(state)) return true;
    if (clock.elapsedMs() >= untilMs) return false;
    await pause(clock, POLL_EVERY_MS);
  }
}

/**
 * Stops the pump before a restart. Returns why it cannot be stopped, or undefined once it is stopped. `beforeStop` runs
 * before the stop is written: a lost answer does not mean that the pump keeps running.
 */
export async function stopPump(
  drive: Drive,
  clock: Clock,
  beforeStop: () => void,
): Promise<OtaError | undefined> {
  const state = await readDrive(drive);
  if (!state) return 'fc_offline';
  if (isStill(state)) return undefined;
  if (state.runChannel !== RunChannel.communication) return 'pump_running';
  if (isOn(state)) beforeStop();
  try {
    await drive.stop();
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    return 'fc_offline';
  }
  return (await waitUntilStill(drive, clock)) ? undefined : 'pump_running';
}

/** The update is over: starts the pump again once the converter answers. Returns whether it started. */
export async function startPump(drive: Drive, clock: Clock, mayStart: () => boolean): Promise<boolean> {
  while (mayStart()) {
    try {
      await drive.start();
      return true;
    } catch {
      await pause(clock, START_AGAIN_EVERY_MS);
    }
  }
  return false;
}
