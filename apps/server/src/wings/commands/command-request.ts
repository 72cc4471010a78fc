import { createHash } from 'node:crypto';
import type { CommandValue } from '@manoboard/contract/command/command';
import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { CommandPayload } from '@manoboard/domain/commands/command-values';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';

/** What a user requests. Admission turns it into a `Command`, the stored row. */
export interface CommandRequest {
  user: SessionUser;
  device: AllowedDevice;
  payload: CommandPayload;
  /** Name and value in the log of commands. */
  what: string;
  value: CommandValue;
  /** Name of the integration login or the API token that sends the request for the user. */
  via?: string | undefined;
  /** The current value as the user saw it. */
  expect?: number | undefined;
  /** Idempotency key of the click. */
  key?: string | undefined;
  /** The key belongs to another request that is still running: this one is stored as refused. */
  isKeyReused?: true;
  /** The policy denied the request: it is logged and never sent. */
  denied?: ProblemCode | undefined;
  /** Pressure configuration that the board has applied; missing if it is unknown. */
  pressure?: PressureConfig | undefined;
}

/** Equal requests have equal hashes. */
export const requestHash = ({ payload, what, value, expect }: CommandRequest) =>
  createHash('sha256')
    .update(JSON.stringify([payload, what, value, expect ?? null]))
    .digest();
