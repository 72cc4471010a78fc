/** Register 2100H of the GD10 as it stands on the wire (`domain.md` 1.3). */
export const RunState = { forward: 1, reverse: 2, stopped: 3, fault: 4, noPower: 5 } as const;
/** The run-command channel: who may start and stop the drive. */
export const RunChannel = { keypad: 0, terminal: 1, communication: 2 } as const;

export interface DriveState {
  runState: number;
  runChannel: number;
  /** 0 is none; the codes are in `domain.md` 1.7. */
  faultCode: number;
  frequencyHz: number;
  /** Where the pressure set point comes from; 0 is the line. */
  setPointSource: number;
  requiredPressureBar: number;
  pressureBar: number;
  motorCurrentA: number;
  motorRpm: number;
  motorPowerKw: number;
  busVoltageV: number;
  temperatureC: number;
  energyKwh: number;
  operatingH: number;
}

/** Why a drive did not do what it was asked. */
export class DriveError extends Error {
  readonly reason: 'no_answer' | 'exception';

  constructor(reason: DriveError['reason'], message: string) {
    super(message);
    this.name = 'DriveError';
    this.reason = reason;
  }
}

/**
 * A frequency converter, however it is reached. Every verb throws `DriveError`. A write that returns was heard,
 * not obeyed: only a later `read` tells what the drive does.
 */
export interface Drive {
  read(): Promise<DriveState>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
