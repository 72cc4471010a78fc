import type { FcRefusal } from '@manoboard/contract/device/device';
import { isAbsentRegister } from '@manoboard/domain/fc/profile';
import { type Drive, DriveError, type DriveIdentity, isTemporary } from './drive.ts';

interface KnownDriveOptions {
  /** The configured type: its profile is the register map of the drive. */
  fcType: string;
  /** A person confirms that a drive without a known identity is of the configured type, and its profile allows that. */
  isIdentitySkipped: boolean;
  /** Logs one sentence for the operator. */
  log: (sentence: string) => void;
}

/**
 * Equal answers in a row before a drive is reported as foreign: one may come from a disturbed line, or from a gateway that
 * has just started. Until then it is neither read nor written either, but nobody is advised to skip the check.
 */
const STEADY_ANSWERS = 3;

const hex = (word: number) => `${word.toString(16).toUpperCase().padStart(4, '0')}H`;

function refuseDrive({ ident, fcType }: DriveIdentity, options: KnownDriveOptions): FcRefusal | undefined {
  // A known identity of another type is refused always: `--fc-type` is wrong, or the drive was replaced.
  if (fcType !== undefined) return fcType === options.fcType ? undefined : 'other_type';
  if (options.isIdentitySkipped) return undefined;
  return ident === undefined ? 'no_identity' : 'unknown_identity';
}

function refusalText({ ident, fcType, refusal }: DriveIdentity, configured: string): string {
  if (refusal === 'other_type')
    return `The drive is a ${fcType}, but the board is configured for a ${configured}. Set --fc-type ${fcType} if that is right.`;
  const what = ident === undefined ? 'does not identify itself' : `has the unknown identity ${hex(ident)}`;
  return `The drive ${what}. If it is a ${configured}, add identity=skip to --drive.`;
}

/**
 * R4.16: registers mean different things on another drive, so a drive that is not identified as the configured type is
 * neither read nor written. After a silence it is identified again, since it may have been replaced.
 */
export function requireKnownDrive(drive: Drive, options: KnownDriveOptions): Drive {
  /** A family without an identity is not asked. */
  const needed = drive.profile.identityRegister === undefined ? 1 : STEADY_ANSWERS;
  let isKnown = false;
  let logged: string | undefined;
  /** The last answers, if they were those of another drive. */
  let foreign: { sentence: string; answers: number } | undefined;

  async function tracked<R>(request: Promise<R>): Promise<R> {
    try {
      return await request;
    } catch (error) {
      if (error instanceof DriveError && error.reason !== 'exception') isKnown = false;
      throw error;
    }
  }

  function logOnce(sentence: string): void {
    if (logged !== sentence) options.log(sentence);
    logged = sentence;
  }

  /** Most drives of other makes refuse the register of the identity as absent. Any other exception identifies no drive. */
  async function readIdentity(): Promise<DriveIdentity> {
    try {
      return await tracked(drive.identify());
    } catch (error) {
      const exception = error instanceof DriveError && !isTemporary(error) ? error.exception : undefined;
      if (!exception) throw error;
      if (isAbsentRegister(exception.name) || options.isIdentitySkipped)
        return { ident: undefined, fcType: undefined };
      const { code, name } = exception;
      logOnce(`The drive answers the question for its type with exception ${code} (${name}); trying again.`);
      throw error;
    }
  }

  /** A refusal after equal answers in a row. */
  async function identify(): Promise<DriveIdentity> {
    let found: DriveIdentity;
    try {
      found = await readIdentity();
    } catch (error) {
      foreign = undefined;
      throw error;
    }
    const refusal = refuseDrive(found, options);
    isKnown = refusal === undefined;
    if (isKnown) {
      logged = undefined;
      foreign = undefined;
      return { ident: found.ident, fcType: options.fcType };
    }
    const identity = { ...found, refusal };
    const sentence = refusalText(identity, options.fcType);
    foreign = { sentence, answers: foreign?.sentence === sentence ? foreign.answers + 1 : 1 };
    if (foreign.answers < needed)
      throw new DriveError('unknown_drive', 'The drive has to identify itself again.');
    logOnce(`${sentence} It is neither read nor written.`);
    return identity;
  }

  async function ensureKnown(): Promise<void> {
    if (!isKnown) await identify();
    if (!isKnown) throw new DriveError('unknown_drive', 'The registers of this drive are unknown.');
  }

  const guarded =
    <A extends unknown[], R>(verb: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await ensureKnown();
      return tracked(verb(...args));
    };

  return {
    profile: drive.profile,
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
