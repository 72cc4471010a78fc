import { randomBytes } from 'node:crypto';
import type { CommandValue } from '@manoboard/contract/command/command';
import { actingRole } from '@manoboard/domain/access/policy';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import { targetOf } from '@manoboard/domain/commands/command-values';
import { actionOf } from '@manoboard/domain/commands/write-gate';
import { pressureMode, type Refusal } from '@manoboard/domain/commands/write-value';
import { addressLabel, type FcProfile } from '@manoboard/domain/fc/profile';
import type { Core } from '../../core.ts';
import { type CommandRequest, requestHash } from './command-request.ts';

export interface Decision {
  /** The value before the write. */
  current: CommandValue;
  refusal: Refusal | undefined;
  profile?: FcProfile | undefined;
}

/** Sorts by time, cannot be guessed, fits the board's memory of IDs. */
export const newCommandId = (nowMs: number) =>
  `${nowMs.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`.toUpperCase();

/** A register has the label of its type of converter. */
const nameOf = ({ payload, what }: CommandRequest, profile: FcProfile | undefined) =>
  payload.op === 'reg_write' && profile ? addressLabel(profile, payload.reg) : what;

/** The row of a request, allowed or refused. */
export function newRow(
  request: CommandRequest,
  decision: Decision,
  { now, serverId }: Pick<Core, 'now' | 'serverId'>,
) {
  const { current, refusal, profile } = decision;
  const { user, device, payload, value, pressure, key, via } = request;
  // One reading of the clock: with the next second in `expires_at` the board refuses the command as too long.
  const atMs = now();
  const at = new Date(atMs);
  const { code, ...more } = refusal ?? {};
  return {
    id: newCommandId(atMs),
    device_id: device.deviceKey,
    user_id: user.id,
    role: actingRole(actionOf(payload.op), user.roles, device.relation),
    via: via ?? null,
    op: payload.op,
    what: nameOf(request, profile),
    target: targetOf(payload),
    register: payload.op === 'reg_write' ? payload.reg : null,
    normalizer: payload.op === 'write' && pressure ? pressureMode(pressure) : null,
    value,
    old_value: current,
    reported_value: null,
    status: refusal ? ('rejected' as const) : ('created' as const),
    error: null,
    problem: code ?? null,
    problem_more: refusal ? more : null,
    idempotency_key: key ?? null,
    request_hash: key === undefined ? null : requestHash(request),
    created_at: at,
    expires_at: new Date(expiresAt(payload.op, Math.floor(atMs / 1000)) * 1000),
    published_at: null,
    accepted_at: null,
    finished_at: refusal ? at : null,
    server_id: serverId,
  };
}
