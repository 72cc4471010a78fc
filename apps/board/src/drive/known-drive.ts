import { type Drive, DriveError, type DriveIdentity } from './drive.ts';

/**
 * Another drive's registers mean other things: one that says it is something that no profile knows is neither read
 * nor written. After a silence it is asked again, since another may have been put in.
 */
export function onlyIfKnown(drive: Drive): Drive {
  let isKnown = false;

  async function heard<R>(asked: Promise<R>): Promise<R> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof DriveError && error.reason !== 'exception') isKnown = false;
      throw error;
    }
  }

  async function identify(): Promise<DriveIdentity> {
    const identity = await heard(drive.identify());
    isKnown = identity.fcType !== undefined;
    return identity;
  }

  async function mustBeKnown(): Promise<void> {
    if (isKnown) return;
    try {
      await identify();
    } catch (error) {
      // It answers and does not say who it is: then it is what the board was told.
      if (error instanceof DriveError && error.reason === 'exception') isKnown = true;
      else throw error;
    }
    if (!isKnown) throw new DriveError('unknown_drive', 'Nobody knows the registers of this drive.');
  }

  const guarded =
    <A extends unknown[], R>(verb: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await mustBeKnown();
      return heard(verb(...args));
    };

  return {
    identify,
    read: guarded(drive.read),
    start: guarded(drive.start),
    stop: guarded(drive.stop),
    resetFault: guarded(drive.resetFault),
    setRequiredPressure: guarded(drive.setRequiredPressure),
    setLock: guarded(drive.setLock),
    setPressureControl: guarded(drive.setPressureControl),
    readRegisters: guarded(drive.readRegisters),
    writeRegister: guarded(drive.writeRegister),
    setSensorMax: drive.setSensorMax,
    close: drive.close,
  };
}
