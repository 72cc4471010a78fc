import { type Drive, DriveError, type DriveIdentity } from './drive.ts';

/**
 * Registers mean different things on another drive, so a drive without a profile is neither read nor written. After a
 * silence it is identified again, since it may have been replaced.
 */
export function requireKnownDrive(drive: Drive): Drive {
  let isKnown = false;

  async function tracked<R>(request: Promise<R>): Promise<R> {
    try {
      return await request;
    } catch (error) {
      if (error instanceof DriveError && error.reason !== 'exception') isKnown = false;
      throw error;
    }
  }

  async function identify(): Promise<DriveIdentity> {
    const identity = await tracked(drive.identify());
    isKnown = identity.fcType !== undefined;
    return identity;
  }

  async function ensureKnown(): Promise<void> {
    if (isKnown) return;
    try {
      await identify();
    } catch (error) {
      // It answers but refuses identification: use the configured type.
      if (error instanceof DriveError && error.reason === 'exception') isKnown = true;
      else throw error;
    }
    if (!isKnown) throw new DriveError('unknown_drive', 'The registers of this drive are unknown.');
  }

  const guarded =
    <A extends unknown[], R>(verb: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await ensureKnown();
      return tracked(verb(...args));
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
