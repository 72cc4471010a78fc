import type { Call } from '@manoboard/contract/http/call';
import type fc from 'fast-check';
import type { GoodRequest } from './good-requests.ts';

/** What is wrong with a request. */
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
  /** Below the base address, as it goes over the wire. */
  path: string;
  /** A cookie of its own is the wrong one. */
  headers: Record<string, string>;
  body?: string | Buffer;
}
export interface BadRequest extends HttpRequest {
  kind: Kind;
}

export type Make = (kind: Kind, change: Partial<HttpRequest>) => BadRequest;
interface Meant {
  call: Call;
  good: GoodRequest;
  make: Make;
}
/** Nothing for a call that cannot be wrong in this way. */
export type Maker = (meant: Meant) => fc.Arbitrary<BadRequest> | undefined;
