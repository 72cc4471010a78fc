import * as z from 'zod/mini';
import { Role } from '../account/account.ts';
import { ProblemName } from '../http/problem.ts';
import { AckError, CommandId } from '../mqtt/ack-error.ts';
import { register } from '../mqtt/wire.ts';
import { DeviceId, line } from '../text.ts';

export const CommandStatus = z.enum([
  'created',
  'published',
  'accepted',
  'done',
  'rejected',
  'failed',
  'expired',
  'timeout',
]);
export type CommandStatus = z.infer<typeof CommandStatus>;

/** Commands for a board; the fields of each are in `mqtt/command-ops.ts`. */
export const CommandOp = z.enum([
  'start_stop',
  'set_lock',
  'write',
  'pressure_control',
  'reset',
  'fault_reset',
  'end_retries',
  'reg_read',
  'reg_write',
  'restart',
]);
export type CommandOp = z.infer<typeof CommandOp>;

/** Counters that can be reset; the board stores an offset, the drive's counter continues. */
export const ResettableMeter = z.enum(['electro_meter', 'motor_operating_hours']);
export type ResettableMeter = z.infer<typeof ResettableMeter>;

/** P09.00 has the sources 0 to 6 (`domain.md` 1.5). */
export const MAX_SET_POINT_SOURCE = 6;

/** `what` is a free label of the caller (spec 7); the path selects the command. */
export const commandLabel = line(0, 64);
const what = commandLabel;

/** R5.1, R5.2 */
export const StartStop = z.strictObject({ what, value: z.boolean() });
export type StartStop = z.infer<typeof StartStop>;
export const SetLock = z.strictObject({ what, value: z.boolean() });
export type SetLock = z.infer<typeof SetLock>;

/** R5.5: bar ÷ normalizer, as on the wire. */
export const WritePressure = z.strictObject({ what: z.literal('Required pressure'), value: z.number() });
export type WritePressure = z.infer<typeof WritePressure>;

/** R5.4: 0 or false is remote requirement control, anything else local. */
export const PressureControl = z.strictObject({
  what,
  value: z.union([z.boolean(), z.int().check(z.gte(0), z.lte(MAX_SET_POINT_SOURCE))]),
});
export type PressureControl = z.infer<typeof PressureControl>;

/** R6.5 */
export const ResetFcConfig = z.strictObject({ config_value_name: ResettableMeter });
export type ResetFcConfig = z.infer<typeof ResetFcConfig>;
export const ResetDone = z.object({ data: z.number() });
export type ResetDone = z.infer<typeof ResetDone>;

/** One register of the converter's allow-list; `expect` is the required current value. */
export const WriteRegister = z.strictObject({
  register,
  value: register,
  expect: z.optional(register),
});
export type WriteRegister = z.infer<typeof WriteRegister>;

/**
 * Idempotency key: a repeated request with the same key and body does not run again.
 * @public names the schema in the OpenAPI document
 */
export const IdempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/, 'idempotency_key_format'));
export const CommandHeaders = z.object({ 'idempotency-key': z.optional(IdempotencyKey) });

/** Name of the header with the value that the caller has seen: if the current one differs, nothing is written. */
export const EXPECTED_VALUE_HEADER = 'expected-value';
/** Headers of writes, which our server announces in `users/me`. */
export const WRITE_HEADERS = ['idempotency-key', EXPECTED_VALUE_HEADER];
const ExpectedValue = z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,15})?$/));
/** A header, since the body may have the fields of the spec only; other providers ignore it. */
export const WritePressureHeaders = z.extend(CommandHeaders, {
  [EXPECTED_VALUE_HEADER]: z.optional(ExpectedValue),
});

export const CommandValue = z.nullable(z.union([z.boolean(), z.number()]));
export type CommandValue = z.infer<typeof CommandValue>;

/** Whether the actor used ownership, delegation or a role. */
export const CommandRole = z.enum(['owner', 'delegate', ...Role.options]);
export type CommandRole = z.infer<typeof CommandRole>;

/** Unix seconds, to the millisecond. */
const moment = z.number();

/** One command with its timeline. */
export const Command = z.object({
  id: CommandId,
  device_id: DeviceId,
  op: CommandOp,
  status: CommandStatus,
  /** The caller's label; for a reset the meter, for a register its keypad name. */
  what: z.string(),
  /** Requested value, last reported value at the request, and value shown afterwards. */
  value: CommandValue,
  old_value: CommandValue,
  reported_value: CommandValue,
  /** For a required pressure: factor from its values to bar. */
  normalizer: z.optional(z.union([z.literal(1), z.literal(10)])),
  register: z.optional(register),
  by: z.object({
    user_id: z.int(),
    name: z.string(),
    role: z.nullable(CommandRole),
    /** Name of the integration login by which the user sent it; absent for the console. */
    via: z.optional(z.string()),
  }),
  created_at: moment,
  expires_at: moment,
  /** Time of each step; `null`: not reached. */
  published_at: z.nullable(moment),
  accepted_at: z.nullable(moment),
  finished_at: z.nullable(moment),
  /** The board's reason. */
  detail: z.optional(AckError),
  /** The HTTP status returned instead of 200. */
  problem: z.optional(ProblemName),
});
export type Command = z.infer<typeof Command>;
