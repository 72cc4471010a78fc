import { statusesOf } from '@manoboard/contract/docs/open-api-operations';
import type { Call } from '@manoboard/contract/http/call';
import { Problem } from '@manoboard/contract/http/problem';
import { isAccepted } from './call-schemas.ts';
import type { HttpAnswer } from './http-client.ts';
import type { BadRequest } from './http-request.ts';

/** Errors of any request, before routing. */
const HEAD_TOO_LONG = 431;

const NO_ROUTE = '{"detail":"NOT_FOUND"}';
/** A fault of the path: 404 may be right. */
const PLACE_KINDS: readonly string[] = ['method', 'path', 'param'];

const isProblem = (text: string) => {
  try {
    return isAccepted(Problem, JSON.parse(text));
  } catch {
    return false;
  }
};

/** The fault of a response to a bad request, which must be a documented 4xx with the common error shape. */
export function refusalFault(call: Call, { kind }: BadRequest, answer: HttpAnswer): string | undefined {
  const { status, headers, text } = answer;
  const documented = kind === 'method' || kind === 'path' ? [400, 404] : statusesOf(call);
  if (status < 400 || status >= 500) return `${status} ${text}`;
  if (![...documented, HEAD_TOO_LONG].includes(status)) return `${status} is not documented for this call`;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `${headers['content-type']}`;
  if (!PLACE_KINDS.includes(kind) && text === NO_ROUTE) return 'no route answers this call';
  return isProblem(text) ? undefined : `no error of ours: ${text}`;
}
