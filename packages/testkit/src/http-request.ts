import type { GoodRequest } from '@manoboard/contract/docs/examples';
import type { Call } from '@manoboard/contract/http/call';
import type fc from 'fast-check';

/** Fault of a request. */
export const KINDS = [
  'body',
  'form',
  'broken',
  'type',
  'huge',
  'deep',
  'file',
  'param',
  'query',
  'header',
  'method',
  'cookie',
  'cross-site',
  'path',
] as const;
export type Kind = (typeof KINDS)[number];

export interface HttpRequest {
  method: string;
  /** Path below the base address, as sent. */
  path: string;
  /** An explicit cookie is the wrong one. */
  headers: Record<string, string>;
  body?: string | Buffer;
}
export interface BadRequest extends HttpRequest {
  kind: Kind;
}

export type MakeRequest = (kind: Kind, change: Partial<HttpRequest>) => BadRequest;
interface ValidCall {
  call: Call;
  good: GoodRequest;
  make: MakeRequest;
}
/** Undefined for a call that cannot have this fault. */
export type BadRequestMaker = (valid: ValidCall) => fc.Arbitrary<BadRequest> | undefined;
