import { goodRequest, pathOf, type RequestFixtures } from '@manoboard/contract/docs/examples';
import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import fc from 'fast-check';
import { nearBodies } from './bad-bodies.ts';
import { bodyMakers, JSON_TYPE } from './bad-body-makers.ts';
import { urlMakers } from './bad-url-makers.ts';
import { isAccepted } from './call-schemas.ts';
import {
  type BadRequest,
  type BadRequestMaker,
  type HttpRequest,
  KINDS,
  type Kind,
  type MakeRequest,
} from './http-request.ts';

const makers: Record<Kind, BadRequestMaker> = { ...bodyMakers, ...urlMakers };

/** Large bodies are slow and alike. */
const RARE: readonly Kind[] = ['huge', 'deep'];

/** Requests that are certainly bad, of every kind that applies to this call. */
export function badRequests(name: ApiName, fixtures: RequestFixtures): fc.Arbitrary<BadRequest> {
  const call: Call = api[name];
  const good = goodRequest(name, fixtures);
  const make: MakeRequest = (kind, change) => ({
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

interface Runs {
  seed: number;
  count: number;
}

/** The error contains the smallest bad request that fails the check. */
export const forBadRequests = (
  name: ApiName,
  fixtures: RequestFixtures,
  { seed, count }: Runs,
  check: (bad: BadRequest) => Promise<void>,
) => fc.assert(fc.asyncProperty(badRequests(name, fixtures), check), { seed, numRuns: count });

/** Mutations of a good body that the call's schema still accepts. */
function oddRequests(name: ApiName, fixtures: RequestFixtures): fc.Arbitrary<HttpRequest | undefined>[] {
  const { method, path, body: schema, form }: Call = api[name];
  const { params, body } = goodRequest(name, fixtures);
  if (!body || form) return [];
  const toRequest = (odd: unknown) => {
    const text = JSON.stringify(odd);
    if (!isAccepted(schema, JSON.parse(text))) return undefined;
    return { method, path: pathOf({ path }, params), headers: JSON_TYPE, body: text };
  };
  return [nearBodies(body).map(toRequest)];
}

/** For all calls; bad ones are filtered out. */
export const forOddRequests = (
  fixtures: RequestFixtures,
  { seed, count }: Runs,
  check: (odd: HttpRequest) => Promise<void>,
) => {
  const odd = fc.oneof(...(Object.keys(api) as ApiName[]).flatMap((name) => oddRequests(name, fixtures)));
  const checkTaken = async (request: HttpRequest | undefined) => {
    if (request) await check(request);
  };
  return fc.assert(fc.asyncProperty(odd, checkTaken), { seed, numRuns: count });
};
