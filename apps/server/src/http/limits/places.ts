import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSemaphore } from '../../base/semaphore.ts';
import { hasBody, isClosed } from '../exchange.ts';
import { ProblemError } from '../problem-error.ts';
import { clientKey } from '../session.ts';
import { createFairQueue } from './fair-queue.ts';

export interface PlaceLimits {
  /** Requests without a known session in a second, and under way at once, of all addresses that are limited. */
  anonymousPerSecond: number;
  anonymousAtOnce: number;
  /** Requests of one account that are under way at once; commands and open streams do not count. */
  requestsPerAccount: number;
  /** Delay of a refusal: slows down clients that retry at once. */
  refusalMs: number;
}

/** An address takes this share of the places of anonymous requests at most, so that a few addresses leave some to others. */
const SHARE_OF_ADDRESS = 0.4;
/** A page with all its files waits a second beside ten addresses that send as much as they may. */
const ANONYMOUS = { maxWaiting: 2000, waitMs: 5000, lateMs: 50 };
/** A lane of its own, which overload does not slow down. */
const LANE = { perSecond: 100, atOnce: 10, maxWaiting: 500, waitMs: 5000, lateMs: Number.POSITIVE_INFINITY };
/** Several windows that reload at once: what a browser sends is answered in order. */
const ACCOUNT = { maxWaiting: 200, waitMs: 10_000 };
const RETRY_S = 2;

/** Commands to pumps. The preview of a reset, which is read, is none. */
export const isCommand = ({ routeOptions: { url } }: FastifyRequest) =>
  url?.startsWith('/api/mqtt/') === true;
const isWriteCommand = (request: FastifyRequest) => request.method !== 'GET' && isCommand(request);
const isHealth = ({ routeOptions: { url = '' } }: FastifyRequest) => /^\/(healthz|readyz|metrics)/.test(url);
/** Waits for a board, like a command, or stays open. */
const isLong = ({ routeOptions: { config } }: FastifyRequest) =>
  config.isStream === true || (config.call !== undefined && 504 in config.call.answers);

interface Ticket {
  started: Promise<void>;
  leave: () => void;
}
interface Place extends Ticket {
  enter: () => Ticket;
  isOfAccount: boolean;
}
/** The place of a request while the server works for it, not while it waits for a body or the client reads. */
const places = new WeakMap<FastifyRequest, Place>();

/** For reads that have a budget of their own, once they are admitted to it. */
export const leavePlace = (request: FastifyRequest): void => places.get(request)?.leave();

/** The requests of each account: some at once, the others in their order. */
function createAccountPlaces(atOnce: number) {
  const refuse = () => new ProblemError('TOO_MANY_REQUESTS', { retry_after: RETRY_S });
  const newAccount = () => ({ held: 0, semaphore: createSemaphore({ max: atOnce, refuse, ...ACCOUNT }) });
  const accounts = new Map<number, ReturnType<typeof newAccount>>();
  return function enter(userId: number): Ticket {
    const account = accounts.get(userId) ?? newAccount();
    accounts.set(userId, account);
    account.held += 1;
    const gone = new AbortController();
    const acquired = account.semaphore.acquire(gone.signal);
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      gone.abort();
      acquired.then(
        (giveBack) => giveBack(),
        () => {},
      );
      account.held -= 1;
      if (account.held === 0) accounts.delete(userId);
    };
    return { started: acquired.then(() => {}), leave };
  };
}

interface Needs {
  /** The account of the session or the API token of a request that was valid in the last minutes. */
  accountOf: (request: FastifyRequest) => number | undefined;
  /** Loopback and proxies: their address does not identify the client. */
  isExempt: (address: string) => boolean;
  /** Has a token of the operator. */
  isMonitor: (request: FastifyRequest) => boolean;
  refused: (limit: string) => void;
}

/**
 * Who waits for whom before the server works for a request. Commands and requests of known sessions pass at once, those of
 * an account up to its limit; all others wait in a queue that is fair by address. A cookie or a token that was not
 * valid before counts as none: anybody can send one. Anonymous commands and health checks have queues of their own.
 */
export function limitPlaces(
  app: FastifyInstance,
  { anonymousPerSecond, anonymousAtOnce, requestsPerAccount, refusalMs }: PlaceLimits,
  { accountOf, isExempt, isMonitor, refused }: Needs,
) {
  const refuse = () => new ProblemError('UNAVAILABLE', { retry_after: RETRY_S });
  const createQueue = (limits: Omit<Parameters<typeof createFairQueue>[0], 'atOncePerKey' | 'refuse'>) =>
    createFairQueue({
      ...limits,
      atOncePerKey: Math.max(1, Math.floor(SHARE_OF_ADDRESS * limits.atOnce)),
      refuse,
    });
  const anonymous = createQueue({ ...ANONYMOUS, perSecond: anonymousPerSecond, atOnce: anonymousAtOnce });
  const commands = createQueue(LANE);
  const health = createQueue(LANE);
  const enterAccount = createAccountPlaces(requestsPerAccount);

  const laneOf = (request: FastifyRequest) => {
    if (isWriteCommand(request)) return commands;
    if (!isHealth(request)) return anonymous;
    return isMonitor(request) ? undefined : health;
  };

  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    enter: () => Ticket,
    isOfAccount: boolean,
  ) {
    const ticket = enter();
    places.set(request, { ...ticket, enter, isOfAccount });
    reply.raw.once('close', ticket.leave);
    if (isClosed(reply.raw)) ticket.leave();
    try {
      await ticket.started;
    } catch (error) {
      ticket.leave();
      refused(isOfAccount ? 'requests_per_account' : 'anonymous_requests');
      // Clients that retry at once are slowed down.
      await pause(refusalMs, undefined, { ref: false });
      throw error;
    }
  }
  const takeOfAccount = (request: FastifyRequest, reply: FastifyReply, userId: number) =>
    take(request, reply, () => enterAccount(userId), true);

  app.addHook('onRequest', async (request, reply) => {
    // A client that has gone has no address.
    if (request.socket.remoteAddress === undefined) return;
    const userId = accountOf(request);
    if (userId !== undefined) {
      if (!isWriteCommand(request)) await takeOfAccount(request, reply, userId);
      return;
    }
    const lane = isExempt(request.ip) ? undefined : laneOf(request);
    if (lane) await take(request, reply, () => lane.enter(clientKey(request)), false);
  });
  const hasUnreadBody = ({ raw }: FastifyRequest) => hasBody(raw) && !raw.complete;
  const waitsForBody = new WeakSet<FastifyRequest>();
  app.addHook('preParsing', async (request, reply) => {
    const place = places.get(request);
    if (request.user && !place?.isOfAccount && !isWriteCommand(request)) {
      place?.leave();
      await takeOfAccount(request, reply, request.user.id);
    }
    if (!hasUnreadBody(request)) return;
    waitsForBody.add(request);
    leavePlace(request);
  });
  app.addHook('preValidation', async (request, reply) => {
    const place = places.get(request);
    if (place && waitsForBody.delete(request)) await take(request, reply, place.enter, place.isOfAccount);
  });
  app.addHook('preHandler', async (request) => {
    if (isLong(request)) leavePlace(request);
  });
  app.addHook('onSend', async (request, reply) => {
    const place = places.get(request);
    if (!place?.isOfAccount || reply.statusCode !== 429) return place?.leave();
    // The refusal is sent now and keeps its place: an account that retries at once slows itself down.
    reply.raw.off('close', place.leave);
    setTimeout(place.leave, refusalMs).unref();
  });
}
