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

/** Large bodies are slow and alike. */
const RARE: readonly Kind[] = ['huge', 'deep'];

/** Requests that are certainly bad, of every kind that applies to this call. */
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

/** Deterministic sample for a seed. */
export const someBadRequests = (name: ApiName, ground: Ground, seed: number, count: number): BadRequest[] =>
  fc.sample(badRequests(name, ground), { seed, numRuns: count });

interface Runs {
  seed: number;
  count: number;
}

/** The error contains the smallest bad request that fails the check. */
export const forBadRequests = (
  name: ApiName,
  ground: Ground,
  { seed, count }: Runs,
  check: (bad: BadRequest) => Promise<void>,
) => fc.assert(fc.asyncProperty(badRequests(name, ground), check), { seed, numRuns: count });

/** Mutations of a good body that the call's schema still accepts. */
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

/** For all calls; bad ones are filtered out. */
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
