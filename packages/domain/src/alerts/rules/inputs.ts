import type { FaultKind, SelfStartCause } from '@manoboard/contract/converter/profile-file';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { ProtectionCode } from '../../protection/codes.ts';
import type { FlowEstimate } from '../../pump/flow-estimate.ts';

/**
 * One frame: the values that it confirms. Fields that are not measurable, not known or not from this frame's converter
 * are absent; they are unknown to every rule, never 0.
 */
export interface FrameInput {
  kind: 'frame';
  atMs: number;
  fc: 0 | 1;
  /** Whether the board's own clock stamped it; undefined if it is not known. */
  hasClock: boolean | undefined;
  values: Partial<Reading>;
}

/** The presence of the board, at a change and periodically. `null`: unknown, as after an outage of the server. */
interface TickInput {
  kind: 'tick';
  atMs: number;
  isOnline: boolean | null;
}

export interface EventInput {
  kind: 'event';
  atMs: number;
  event: Pick<Event, 'id' | 'code' | 'st' | 'sev' | 'd' | 'retry_in'>;
}

/** A person starts or stops the pump from here. */
interface CommandInput {
  kind: 'command';
  atMs: number;
  isStart: boolean;
}

/** A change of the desired or the reported configuration. */
interface ConfigInput {
  kind: 'config';
  atMs: number;
  isApplied: boolean;
}

/** Parameters of the converter that were read from it, or that the server has written and the board has read back. */
interface ParametersInput {
  kind: 'parameters';
  atMs: number;
  /** The ID of the converter: another one has parameters of its own. */
  converter: string;
  isWritten: boolean;
  values: readonly (readonly [register: number, value: number])[];
  /** Parameters by which a drive starts by itself. */
  selfStarts: readonly SelfStartInput[];
}

/** `isOn`: with this value the drive starts by itself. */
export type SelfStartInput = readonly [register: number, value: number, after: SelfStartCause, isOn: boolean];

/** A person accepts changed parameters as they are. */
interface AcceptInput {
  kind: 'accept_parameters';
  atMs: number;
}

export type RuleInput =
  | FrameInput
  | TickInput
  | EventInput
  | CommandInput
  | ConfigInput
  | ParametersInput
  | AcceptInput;

/** The known facts of a moment. Fields are absent if they are unknown. */
export interface Sample {
  atMs: number;
  values: Partial<Reading>;
  fc?: 0 | 1;
  hasClock?: boolean;
  /** Kind of the present fault of the drive; absent without a fault, and for a code that its profile does not list. */
  fault?: FaultKind;
  /** The board has not named its converter yet: the meaning of a fault code is unknown. */
  isUnnamed?: boolean;
  isOn?: boolean;
  isRunning?: boolean;
  requiredBar?: number;
  /** Voltage of the pressure sensor, if it is on an input that frames carry. */
  sensorV?: number;
  /** The signal of the pressure sensor is above its range. */
  isSensorAbove?: boolean;
  /** Conditions of the board's protection that hold; absent if the pump is not seen. */
  protection?: readonly ProtectionCode[];
  /** Estimated flow; absent without a curve. */
  flow?: FlowEstimate;
  /** How fast the time without water grows; absent if the pump is not seen. */
  dryRate?: number;
  /** The motor needs less power than water does; absent if it is not known. */
  isAiry?: boolean;
  /** Load relative to a closed valve, if the pressure is held. */
  heldLoad?: number;
  /** Pressure that was measured last, at full speed. */
  fallenBar?: number;
}
