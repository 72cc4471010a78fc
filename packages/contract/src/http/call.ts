import * as z from 'zod/mini';
import type { DeviceAction } from '../nouns/device-access.ts';
import type { Duty } from '../nouns/staff.ts';
import { Problem } from './problem.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the base address, parameters in braces. */
  path: `/${string}`;
  /** Who may ask at all; what he may see or operate is the policy's matter. */
  who: 'anyone' | 'user';
  /** What is done to the device, or to the device of the alert, that the path names. */
  action?: DeviceAction;
  /** For those alone whose role has this duty. */
  duty?: Duty;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** Those that mean something to this call, in small letters; others may come with them. */
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is a form, or the bytes of a file of at most so many, not JSON. */
  form?: true;
  fileBytes?: number;
  /** The good answer is a file of this type, not JSON. */
  file?: `${string}/${string}`;
  /** Refused while the server's disk is nearly full. */
  needsDisk?: true;
  /** By HTTP status. `z.void()` is an answer without a body. */
  answers: Record<number, z.ZodMiniType>;
}

/** For lists that answer 304 to a caller who names the ETag of what it has. */
export const IfNoneMatch = z.object({ 'if-none-match': z.optional(z.string()) });

export const call = <const C extends Call>(row: C) => row;

/** The "no" of a call, by status. */
export const no = <const S extends number>(...statuses: S[]) =>
  Object.fromEntries(statuses.map((status) => [status, Problem])) as Record<S, typeof Problem>;
