import * as z from 'zod/mini';
import { Assignee } from '../alert/assignee.ts';
import { LockOut } from '../command/lock-out.ts';
import { AckError, CommandId } from '../mqtt/ack-error.ts';

/** Every error code and its HTTP status. A code does not compile until both languages have its sentence. */
export const problems = {
  LOGIN_BAD_CREDENTIALS: 400,
  LOGIN_ACCOUNT_DISABLED: 400,
  REGISTER_USER_ALREADY_EXISTS: 400,
  REGISTER_INVALID_PASSWORD: 400,
  RESET_PASSWORD_BAD_TOKEN: 400,
  RESET_PASSWORD_INVALID_PASSWORD: 400,
  VERIFY_USER_BAD_TOKEN: 400,
  SETUP_CODE_WRONG: 400,
  UPDATE_USER_EMAIL_ALREADY_EXISTS: 400,
  UPDATE_USER_INVALID_PASSWORD: 400,
  CURRENT_PASSWORD_WRONG: 400,
  FACTOR_WRONG: 400,
  FACTOR_STEP_EXPIRED: 400,
  FIRMWARE_SIGNATURE_WRONG: 400,
  FIRMWARE_DAMAGED: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  CROSS_SITE_REQUEST: 403,
  FORBIDDEN: 403,
  PROOF_REQUIRED: 403,
  FACTOR_REQUIRED: 403,
  DEVICE_PASSWORD_REQUIRED: 403,
  DEVICE_PASSWORD_WRONG: 403,
  NOT_FOUND: 404,
  DEVICE_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  FACTOR_NOT_FOUND: 404,
  DEMO_ONLY: 404,
  ALERT_NOT_FOUND: 404,
  CHANNEL_NOT_FOUND: 404,
  COMMISSIONING_NOT_FOUND: 404,
  DEVICE_OFFLINE: 409,
  SERVER_UNREACHABLE: 409,
  ALERT_TAKEN: 409,
  ALERT_RESOLVED: 409,
  ALERT_OPEN_AGAIN: 409,
  RESOLUTION_CHANGED: 409,
  WORK_ENDED: 409,
  VISIT_CHANGED: 409,
  DEVICE_HAS_OWNER: 409,
  USER_EMAIL_UNCONFIRMED: 409,
  USER_LEVEL_TOO_LOW: 409,
  USER_HAS_ACCESS: 409,
  DELEGATE_TO_SELF: 409,
  DELEGATION_END_REFUSED: 409,
  DEVICE_HAS_NO_OWNER: 409,
  LAST_SUPER_SELLER: 409,
  DEVICE_ENROLLED: 409,
  TOO_MANY_CHANNELS: 409,
  TOO_MANY_INTEGRATIONS: 409,
  EMAIL_UNCONFIRMED: 409,
  DEVICE_MISSING: 409,
  SETUP_DONE: 409,
  DISABLE_SELF: 409,
  LAST_FACTOR: 409,
  TOO_MANY_FACTORS: 409,
  NO_FACTOR: 409,
  FACTOR_RESET_SELF: 409,
  NOTES_CHANGED: 409,
  CONFIG_VERSION_STALE: 409,
  CONFIG_UNKNOWN: 409,
  COMMISSIONING_ENDED: 409,
  COMMISSIONING_INCOMPLETE: 409,
  STEP_NOT_RECORDED: 409,
  FC_TYPE_UNKNOWN: 409,
  FIRMWARE_KEYS_MISSING: 409,
  FIRMWARE_EXISTS: 409,
  FIRMWARE_EXPIRED: 409,
  FIRMWARE_DOES_NOT_FIT: 409,
  UPDATE_RUNNING: 409,
  LOCKED_OUT: 409,
  LOCAL_CONTROL: 409,
  FC_FAULT: 409,
  FC_OFFLINE: 409,
  FC_UNKNOWN: 409,
  NOT_IN_FAULT: 409,
  PROTECTION_ACTIVE: 409,
  NOT_SUPPORTED: 409,
  VALUE_CHANGED: 409,
  REJECTED: 409,
  FAILED: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  FILE_TYPE_INCORRECT: 415,
  HOST_NOT_ALLOWED: 421,
  CONFIG_TOO_LARGE: 422,
  LOCK_OUT_END_PAST: 422,
  VISIT_DAY_REFUSED: 422,
  CHANNEL_ADDRESS_REFUSED: 422,
  REGISTER_NOT_READABLE: 422,
  REGISTER_NOT_WRITABLE: 422,
  OUT_OF_BOUNDS: 422,
  STEP_TOO_FINE: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_EXPORTS: 429,
  TOO_MANY_REHEARSALS: 429,
  TOO_MANY_STARTS: 429,
  TOO_MANY_RESETS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  NO_ANSWER: 504,
  DISK_LOW: 507,
} as const;
export type ProblemCode = keyof typeof problems;
export const ProblemName = z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]);

export const FieldProblem = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
});
export type FieldProblem = z.infer<typeof FieldProblem>;

/** Error response: a code, or one row per invalid field (422). */
export const Problem = z.object({
  detail: z.union([z.string(), z.array(FieldProblem), z.object({ code: z.string(), reason: z.string() })]),
  /** The board's reason, when it rejected or failed the command. */
  reason: z.optional(AckError),
  /** With a refused or unanswered command: its ID in the log. */
  command_id: z.optional(CommandId),
  /** With OUT_OF_BOUNDS: the allowed range, a pressure in bar, a register in raw words. */
  bounds: z.optional(z.object({ min: z.number(), max: z.number() })),
  /** With VALUE_CHANGED: the current value; `null` while it is being changed. */
  current: z.optional(z.nullable(z.number())),
  /** With LOCKED_OUT: the active tag. */
  lock_out: z.optional(LockOut),
  /** With ALERT_TAKEN: the person who has taken the alert or the device. */
  assignee: z.optional(Assignee),
  /** With PROTECTION_ACTIVE: the protection that the board has raised. */
  protection: z.optional(z.string()),
  /** With TOO_MANY_RESETS: when the next one is possible, Unix seconds. */
  free_at: z.optional(z.number()),
  /** With TOO_MANY_REQUESTS, where known: seconds until the next attempt is accepted. */
  retry_after: z.optional(z.int()),
});
export type Problem = z.infer<typeof Problem>;
