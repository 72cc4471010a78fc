import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { OutgoingFailure } from '@manoboard/contract/alert/push-subscription';

/**
 * Requests to addresses that users enter. Without a limit on the network they would reach services around the server
 * that trust it (server-side request forgery). Public hosts by https are allowed; the local network and this machine
 * only if the operator allows it (WEBHOOK_LOCAL), then by http too.
 */

const netsOf = (...subnets: readonly `${string}/${number}`[]) => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
};
const LOCAL = netsOf(
  ...(['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'] as const),
  ...(['::1/128', 'fc00::/7'] as const),
);
/** Link-local addresses, and those that are no address of a host. */
const FORBIDDEN = netsOf(
  ...(['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '198.18.0.0/15'] as const),
  ...(['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'] as const),
  ...(['2001::/23', '2001:db8::/32', '2002::/16'] as const),
);
/** Cloud metadata services, which return credentials. Checked first: they may be inside of an allowed network. */
const METADATA = netsOf(
  ...(['100.100.100.200/32', '168.63.129.16/32', '169.254.0.0/16', '192.0.0.192/32'] as const),
  ...(['fd00:ec2::/32', 'fd20:ce::/32'] as const),
);
const GLOBAL_IPV6 = netsOf('2000::/3');

export function networkOf(address: string): 'public' | 'local' | 'forbidden' {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (METADATA.check(address, family)) return 'forbidden';
  if (LOCAL.check(address, family)) return 'local';
  if (FORBIDDEN.check(address, family)) return 'forbidden';
  return family === 'ipv4' || GLOBAL_IPV6.check(address, family) ? 'public' : 'forbidden';
}

/** A request without an answer. */
export class OutgoingError extends Error {
  readonly failure: OutgoingFailure;
  /** The pause that the receiver requests (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  constructor(failure: OutgoingFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** For everybody but Super Sellers: one error for all causes, so that nobody can probe the network of the server. */
export const withoutCause = ({ retryAfterMs }: OutgoingError): OutgoingError =>
  new OutgoingError('unreachable', 'no answer from the address', retryAfterMs);

export interface OutgoingAnswer {
  status: number;
  /** The beginning of the body, in one line. */
  text: string;
  retryAfterMs?: number;
}
interface OutgoingRequest {
  url: string;
  headers: Record<string, string | number>;
  body: string | Buffer;
}
interface Options {
  isLocalAllowed: boolean;
  /** For the whole request, the answer included. */
  timeoutMs?: number;
  resolve?: typeof lookUp;
}

const TIMEOUT_MS = 10_000;
const MAX_TEXT = 200;
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);

/** First match of an error's code and message wins. */
const FAILURES: readonly [RegExp, OutgoingFailure][] = [
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN|ENODATA/, 'unknown_host'],
  [/ETIMEDOUT|ABORT_ERR/, 'timeout'],
  [/certificate|CERT|SSL|TLS|EPROTO/i, 'tls'],
];

function toOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const failure = FAILURES.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1] ?? 'other';
  return new OutgoingError(failure, oneLine(message || code));
}

/** RFC 9110, 10.2.3: seconds or a date. */
function readRetryAfter({ headers }: IncomingMessage): Pick<OutgoingAnswer, 'retryAfterMs'> {
  const text = headers['retry-after']?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? { retryAfterMs: ms } : {};
}

/** A large or endless answer is cut off; an answer that breaks off keeps its status. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of answer) {
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      if (bytes.length >= MAX_TEXT * 4) break;
    }
  } catch {}
  return oneLine(bytes.subarray(0, MAX_TEXT * 4).toString());
}

/** A name of this machine or of its network: public names have a dot. */
const isLocalName = (host: string) => !host.replace(/\.+$/, '').includes('.');

export function createOutgoing({ isLocalAllowed, timeoutMs = TIMEOUT_MS, resolve = lookUp }: Options) {
  const isAllowed = (protocol: string, address: string) => {
    const network = networkOf(address);
    return network === 'local' ? isLocalAllowed : network === 'public' && protocol === 'https:';
  };

  /** False for an address that is never requested. The addresses of a host name are checked with each request. */
  function isAllowedUrl(text: string): boolean {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, username, password } = new URL(text);
    if (username !== '' || password !== '') return false;
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0) return isAllowed(protocol, host);
    if (isLocalName(host) && !isLocalAllowed) return false;
    return protocol === 'https:' || (protocol === 'http:' && isLocalAllowed);
  }

  /** The connection uses the addresses that were checked: a second resolution could return others (DNS rebinding). */
  const lookupFor =
    (protocol: string): LookupFunction =>
    (host, options, done) =>
      resolve(host, { ...options, all: true }, (error, found) => {
        const allowed = (found ?? []).filter(({ address }) => isAllowed(protocol, address));
        const [first] = allowed;
        if (error) done(error, []);
        else if (!first) done(new OutgoingError('address', `${host} is not an allowed address`), []);
        else if (options.all) done(null, allowed as LookupAddress[]);
        else done(null, first.address, first.family);
      });

  const exchange = (url: URL, { headers, body }: OutgoingRequest) =>
    new Promise<IncomingMessage>((done, fail) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const signal = AbortSignal.timeout(timeoutMs);
      const options = { method: 'POST', headers, agent: false, lookup: lookupFor(url.protocol), signal };
      request(url, options, done)
        .on('error', fail)
        // A switch of protocols (101) ends the request without an answer or an error.
        .on('close', () => fail(new OutgoingError('other', 'the connection was closed without an answer')))
        .end(body);
    });

  /** Follows no redirect, which could lead to another network. */
  async function post(outgoing: OutgoingRequest): Promise<OutgoingAnswer> {
    if (!isAllowedUrl(outgoing.url)) throw new OutgoingError('address', 'this address is not allowed');
    try {
      const answer = await exchange(new URL(outgoing.url), outgoing);
      const status = answer.statusCode ?? 0;
      return { status, text: await readBeginning(answer), ...readRetryAfter(answer) };
    } catch (error) {
      throw toOutgoingError(error);
    }
  }

  return { isAllowedUrl, post };
}
export type Outgoing = ReturnType<typeof createOutgoing>;

/** `null`: accepted. */
export function failureOfStatus(status: number): OutgoingFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Answers after which the same request may succeed later. */
export const isTemporary = (status: number) =>
  status >= 500 || status === 408 || status === 425 || status === 429;
