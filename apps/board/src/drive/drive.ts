import type { ControlSource, ExceptionName, PumpState } from '@manoboard/contract/converter/profile-file';
import type { FcRefusal } from '@manoboard/contract/device/device';
import { type FcProfile, isTemporaryException } from '@manoboard/domain/fc/profile';

/** The codes of the wire are those of the GD10 (`domain.md` 1.3); a profile translates other drives. */
export const RunState = {
  forward: 1,
  reverse: 2,
  stopped: 3,
  fault: 4,
  noPower: 5,
} as const satisfies Record<PumpState, number>;
/** The run-command channel: the source that may start and stop the drive. */
export const RunChannel = { keypad: 0, terminal: 1, communication: 2 } as const;

export const channelOf = (source: ControlSource) =>
  source === 'line' ? RunChannel.communication : RunChannel[source];

/** State of a drive. A number that could not be read is absent, never a guess and never zero. */
export interface DriveState {
  runState: number;
  runChannel?: number;
  /** 0 is none; the codes are in `domain.md` 1.7. */
  faultCode?: number;
  frequencyHz?: number;
  /** Upper frequency limit. */
  highestHz?: number;
  /** Source of the pressure set point; 0 is the Modbus line. */
  setPointSource?: number;
  requiredPressureBar?: number;
  pressureBar?: number;
  motorCurrentA?: number;
  motorRpm?: number;
  motorPowerKw?: number;
  busVoltageV?: number;
  temperatureC?: number;
  energyKwh?: number;
  operatingH?: number;
  /** The drive's own second analog input. */
  analogInput2V?: number;
}

/** Commanded to run, in either direction; false in a fault. */
export const isOn = ({ runState }: Pick<DriveState, 'runState'>) =>
  runState === RunState.forward || runState === RunState.reverse;

/** Exception of a drive that refused a request: its code and its text. */
export interface DriveException {
  code: number;
  name: ExceptionName;
  /** The requested register. */
  address: number;
}

/** Why a request to a drive failed. */
export class DriveError extends Error {
  /**
   * `garbage`: an answer arrived but was invalid. `too_late`, `unknown_drive` and `not_supported` (the profile has no
   * such operation) and `locked` (a lock-out tag): nothing was sent. `overridden`: a stop came after this start, which was not completed.
   */
  readonly reason:
    | 'no_answer'
    | 'garbage'
    | 'exception'
    | 'too_late'
    | 'unknown_drive'
    | 'not_supported'
    | 'locked'
    | 'overridden';
  readonly exception: DriveException | undefined;

  constructor(reason: DriveError['reason'], message: string, exception?: DriveException) {
    super(message);
    this.name = 'DriveError';
    this.reason = reason;
    this.exception = exception;
  }
}

/** A temporary exception: the same request is sent again, and the exception says nothing about the drive. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof DriveError && error.exception !== undefined && isTemporaryException(error.exception.name);

export interface DriveIdentity {
  /** Undefined if the drive refuses the register of its identity, or has none. */
  ident: number | undefined;
  /** Undefined for a drive without a profile. */
  fcType: string | undefined;
  /** R4.16: the drive is neither read nor written. */
  refusal?: FcRefusal | undefined;
}

/** Deadline of a request in the clock's `elapsedMs`: nothing is sent after it. */
export interface Deadline {
  notAfterMs?: number | undefined;
}

/** Of a start: nothing more is sent once a stop came after it. */
interface StartTerms extends Deadline {
  isOverridden?: (() => boolean) | undefined;
}

/**
 * A frequency converter on any transport. Every method throws `DriveError`. A write that returns was received, not
 * necessarily executed: only a later `read` shows the state of the drive.
 */
export interface Drive {
  /** The register map and the operations of the configured type. */
  readonly profile: FcProfile;
  identify(): Promise<DriveIdentity>;
  read(): Promise<DriveState>;
  start(terms?: StartTerms): Promise<void>;
  stop(deadline?: Deadline): Promise<void>;
  resetFault(deadline?: Deadline): Promise<void>;
  setRequiredPressure(bar: number, deadline?: Deadline): Promise<void>;
  /** Locked: only the Modbus line starts and stops the drive. Unlocked: only its keypad does. */
  setLock(isLocked: boolean, deadline?: Deadline): Promise<void>;
  /** 0: the set point comes from the Modbus line. */
  setPressureControl(source: number, deadline?: Deadline): Promise<void>;
  /** Reads any range of registers as raw words, split into requests of the size the drive supports. */
  readRegisters(address: number, count: number): Promise<number[]>;
  /** Writes one register and returns the value read back; `isRam` avoids EEPROM wear. */
  writeRegister(address: number, word: number, terms?: Deadline & { isRam?: boolean }): Promise<number>;
  /** Full scale of the pressure sensor: 100 % of the drive's pressure. A simulated drive ignores it. */
  setSensorMax(bar: number): void;
  close(): Promise<void>;
}
