import * as z from 'zod/mini';
import type { GlobalPermission } from '../account/staff.ts';
import type { DeviceAction } from '../device/device-access.ts';
import { Problem } from './problem.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the base address, parameters in braces. */
  path: `/${string}`;
  /** Authentication of the caller; the policy decides about devices and data. */
  who: 'anyone' | 'user';
  /** Action on the device, or on the device of the alert, in the path. */
  action?: DeviceAction;
  /** Only for roles with this permission. */
  permission?: GlobalPermission;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** Query parameters of this call, in lower case; unknown ones are ignored. */
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is a form, or a file of at most this many bytes, not JSON. */
  form?: true;
  fileBytes?: number;
  /** The success response is a file of this type, not JSON. */
  file?: `${string}/${string}`;
  /** Refused while the server's disk is nearly full. */
  needsDisk?: true;
  /**
   * Also for users who must add a second factor first (FACTOR_REQUIRED elsewhere). `stop`: only with the value `false`,
   * since a stop of a pump needs neither a factor nor a proof.
   */
  isBeforeFactor?: true | 'stop';
  /**
   * The session needs a fresh proof of identity (PROOF_REQUIRED without one): always, by a second factor if the account
   * has one, or if the body sets one of these fields.
   */
  needsProof?: 'always' | 'factor' | readonly string[];
  /** By HTTP status. `z.void()` is a response without a body. */
  answers: Record<number, z.ZodMiniType>;
}

/** For lists that answer 304 when the ETag matches. */
export const IfNoneMatch = z.object({ 'if-none-match': z.optional(z.string()) });

export const call = <const C extends Call>(row: C) => row;

/** Error responses of a call, by status. */
export const errorResponses = <const S extends number>(...statuses: S[]) =>
  Object.fromEntries(statuses.map((status) => [status, Problem])) as Record<S, typeof Problem>;
