import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
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

/** So many of them; the same for the same seed. */
export const someBadRequests = (name: ApiName, ground: Ground, seed: number, count: number): BadRequest[] =>
  fc.sample(badRequests(name, ground), { seed, numRuns: count });

interface Runs {
  seed: number;
  count: number;
}

/** The smallest bad request for which the check fails is in the error. */
export const forBadRequests = (
  name: ApiName,
  ground: Ground,
  { seed, count }: Runs,
  check: (bad: BadRequest) => Promise<void>,
) => fc.assert(fc.asyncProperty(badRequests(name, ground), check), { seed, numRuns: count });

/** Bodies near a good one that the call's schema takes all the same. */
function oddRequests(name: ApiName, ground: Ground): fc.Arbitrary<HttpRequest | undefined>[] {
  const { method, path, body: schema, form }: Call = api[name];
  const { params, body } = goodRequest(name, ground);
  if (!body || form) return [];
  const toRequest = (odd: unknown) => {
    const text = JSON.stringify(odd);
    if (!takes(schema, JSON.parse(text))) return undefined;
    return { method, path: pathOf({ path }, params), headers: JSON_TYPE, body: text };
  };
  return [nearBodies(body).map(toRequest)];
}

/** Of all calls; as many are made, those that are bad are left out. */
export const forOddRequests = (
  ground: Ground,
  { seed, count }: Runs,
  check: (odd: HttpRequest) => Promise<void>,
) => {
  const odd = fc.oneof(...(Object.keys(api) as ApiName[]).flatMap((name) => oddRequests(name, ground)));
  const checkTaken = async (request: HttpRequest | undefined) => {
    if (request) await check(request);
  };
  return fc.assert(fc.asyncProperty(odd, checkTaken), { seed, numRuns: count });
};
