import type { ExceptionName } from '@manoboard/domain/fc/profile';

/** Register 2100H of the GD10 as it stands on the wire (`domain.md` 1.3). */
export const RunState = { forward: 1, reverse: 2, stopped: 3, fault: 4, noPower: 5 } as const;
/** The run-command channel: who may start and stop the drive. */
export const RunChannel = { keypad: 0, terminal: 1, communication: 2 } as const;

/** What a drive shows. A number that could not be read is absent: never invented, never zero. */
export interface DriveState {
  runState: number;
  runChannel?: number;
  /** 0 is none; the codes are in `domain.md` 1.7. */
  faultCode?: number;
  frequencyHz?: number;
  /** What it is limited to. */
  highestHz?: number;
  /** Where the pressure set point comes from; 0 is the line. */
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

/** Told to run, in either direction; a fault is neither on nor off here. */
export const isOn = ({ runState }: Pick<DriveState, 'runState'>) =>
  runState === RunState.forward || runState === RunState.reverse;

/** What a drive said when it refused a request, in its own code and in words. */
export interface DriveException {
  code: number;
  name: ExceptionName;
  /** The register that was asked for. */
  address: number;
}

/** Why a drive did not do what it was asked. */
export class DriveError extends Error {
  /**
   * `garbage`: something answered, but nothing that could be believed. `too_late` and
   * `unknown_drive`: nothing was sent.
   */
  readonly reason: 'no_answer' | 'garbage' | 'exception' | 'too_late' | 'unknown_drive';
  readonly exception: DriveException | undefined;

  constructor(reason: DriveError['reason'], message: string, exception?: DriveException) {
    super(message);
    this.name = 'DriveError';
    this.reason = reason;
    this.exception = exception;
  }
}

export interface DriveIdentity {
  /** Register 2103H. */
  ident: number;
  /** Nothing for a drive that no profile knows. */
  fcType: string | undefined;
}

/** When a wish is over, in the clock's `elapsedMs`: nothing is sent after that. */
export interface Deadline {
  notAfterMs?: number | undefined;
}

/**
 * A frequency converter, however it is reached. Every verb throws `DriveError`. A write that returns was heard,
 * not obeyed: only a later `read` tells what the drive does.
 */
export interface Drive {
  identify(): Promise<DriveIdentity>;
  read(): Promise<DriveState>;
  start(deadline?: Deadline): Promise<void>;
  stop(deadline?: Deadline): Promise<void>;
  resetFault(deadline?: Deadline): Promise<void>;
  setRequiredPressure(bar: number, deadline?: Deadline): Promise<void>;
  /** Locked, the line alone starts and stops the drive; unlocked, its keypad does. */
  setLock(isLocked: boolean, deadline?: Deadline): Promise<void>;
  /** 0: the set point comes from the line. */
  setPressureControl(source: number, deadline?: Deadline): Promise<void>;
  /** Any stretch of registers, in words of the wire; asked for in pieces that the drive can answer. */
  readRegisters(address: number, count: number): Promise<number[]>;
  /** Writes one register and answers what then stands there; `isRam` spares the drive's EEPROM. */
  writeRegister(address: number, word: number, terms?: Deadline & { isRam?: boolean }): Promise<number>;
  /** Full scale of the pressure sensor: what 100 % of the drive's pressure means. A simulated one stays as built. */
  setSensorMax(bar: number): void;
  close(): Promise<void>;
}
