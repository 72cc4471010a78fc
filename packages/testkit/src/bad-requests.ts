import { type ApiName, api } from '@manoboard/contract/api';
import type { Call } from '@manoboard/contract/call';
import fc from 'fast-check';
import { nearBodies } from './bad-bodies.ts';
import { bodyMakers, JSON_TYPE } from './bad-body-makers.ts';
import { placeMakers } from './bad-place-makers.ts';
import { takes } from './call-schemas.ts';
import { type Ground, goodRequest, pathOf } from './good-requests.ts';
import {
  type BadRequest,
  type HttpRequest,
  KINDS,
  type Kind,
  type Make,
  type Maker,
} from './http-request.ts';

const makers: Record<Kind, Maker> = { ...bodyMakers, ...placeMakers };

/** Large ones are costly and all alike. */
const RARE: readonly Kind[] = ['huge', 'deep'];

/** Requests that are bad for sure, of every kind that this call can be wrong in. */
export function badRequests(name: ApiName, ground: Ground): fc.Arbitrary<BadRequest> {
  const call: Call = api[name];
  const good = goodRequest(name, ground);
  const make: Make = (kind, change) => ({
    kind,
    method: call.method,
    path: pathOf(call, good.params),
    headers: {},
    ...change,
  });
  const arbitraries = KINDS.flatMap((kind) => {
    const arbitrary = makers[kind]({ call, good, make });
    const weight = RARE.includes(kind) ? 1 : kind === 'body' ? 40 : 10;
    return arbitrary ? [{ weight, arbitrary }] : [];
  });
  return fc.oneof(...arbitraries);
}

/** Bodies near a good one, good or bad; the schema says which. */
export function oddRequests(name: ApiName, ground: Ground) {
  const call: Call = api[name];
  const { params, body } = goodRequest(name, ground);
  if (!body || call.form) return undefined;
  return nearBodies(body).map((odd) => {
    const text = JSON.stringify(odd);
    const request: HttpRequest = {
      method: call.method,
      path: pathOf(call, params),
      headers: JSON_TYPE,
      body: text,
    };
    return { request, isTaken: takes(call.body, JSON.parse(text)) };
  });
}
