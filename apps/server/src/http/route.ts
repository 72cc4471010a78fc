import type { Call } from '@manoboard/contract/http/call';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import { tokenScopeOf } from '@manoboard/contract/http/token-scopes';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { needsProof } from '@manoboard/domain/access/proof';
import { isOpenBeforeFactor } from '@manoboard/domain/access/second-factor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { fromCacheOrThrow } from './error-answer.ts';
import { readCostOf } from './limits/read-costs.ts';
import { ProblemError } from './problem-error.ts';
import { type AllowDevice, type AllowedDevice, type CachedAccess, naming, ruleOf } from './rules.ts';
import { requireFactor, type SessionUser, userOf } from './session.ts';

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Success<C extends Call> = C['answers'][Extract<keyof C['answers'], 200 | 201 | 202 | 204>];

/** What a handler gets: validated, never coerced. */
interface Incoming<C extends Call> {
  user: C['who'] extends 'user' ? SessionUser : null;
  /** The device of the path, if the row has an action: the policy has allowed it. */
  device: C extends { action: string } ? AllowedDevice : undefined;
  params: Output<C['params']>;
  query: Output<C['query']>;
  headers: Output<C['headers']>;
  body: Output<C['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The answer's body, or `reply` itself when the handler has sent it. */
type Handler<C extends Call> = (
  incoming: Incoming<C>,
) => Promise<z.input<Extract<Success<C>, z.ZodMiniType>> | FastifyReply> | FastifyReply;

const isEmpty = (schema: z.ZodMiniType) => schema instanceof z.ZodMiniVoid;

/** The schemas of input and output. */
function shapes({ params, query, headers, body, answers }: Call) {
  const response = Object.fromEntries(Object.entries(answers).filter(([, schema]) => !isEmpty(schema)));
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    response,
  };
}

/** The device of the path, if the policy permits the user the action of the row. */
async function deviceOf(app: FastifyInstance, { path, action }: Call, request: FastifyRequest) {
  const named = naming({ path });
  if (!action || !named) return undefined;
  const params = request.params as Record<string, string>;
  const user = userOf(request);
  const args = [user, { by: named.by, id: params[named.param] ?? '' }, action] as const;
  const device = await app
    .allowDevice(...args)
    .catch((error: unknown) => fromCacheOrThrow(error, request, app.cachedAccess.device(...args)));
  const isSwitch = request.routeOptions.config.tokenScope === 'switch';
  if (user.token && isSwitch && !user.token.switchKeys.includes(device.deviceKey))
    throw new ProblemError('FORBIDDEN');
  return device;
}

/** Runs before the body is read: users without the permission upload nothing. */
const requireDuty =
  ({ permission }: Call) =>
  async (request: FastifyRequest) => {
    if (permission && !hasGlobalPermission(permission, userOf(request).roles))
      throw new ProblemError('FORBIDDEN');
  };

/** Runs before the body is read: the last disk space is for commands and their log. */
const requireDisk =
  (app: FastifyInstance, { needsDisk }: Call) =>
  async () => {
    if (needsDisk && app.isDiskLow()) throw new ProblemError('DISK_LOW');
  };

/** The proof is bound to the session: a stolen one gives no access that outlives it. */
function requireProof({ needsProof: rule }: Call, request: FastifyRequest) {
  if (!needsProof(rule, request.body)) return;
  const { isProved, isFactorProved } = userOf(request);
  if (!(rule === 'factor' ? isFactorProved : isProved)) throw new ProblemError('PROOF_REQUIRED');
}

/** A client may hold its body back. A request that is checked again costs one more lookup. */
const SLOW_BODY_MS = 1000;
/** When a request passed its checks. */
const checkedMs = new WeakMap<FastifyRequest, number>();
const noteChecked = async (request: FastifyRequest) => void checkedMs.set(request, performance.now());

/** After a slow body: the session or a role may have ended meanwhile. A proof at the begin of the request is enough. */
async function checkAgain(call: Call, request: FastifyRequest) {
  const { user: known, findUser } = request;
  if (!known || !findUser || performance.now() - (checkedMs.get(request) ?? 0) < SLOW_BODY_MS) return;
  const user = await findUser().catch((error: unknown) => fromCacheOrThrow(error, request, known));
  if (!user) throw new ProblemError('UNAUTHORIZED');
  const { isProved, isFactorProved } = known;
  request.user = { ...user, ...(isProved && { isProved }), ...(isFactorProved && { isFactorProved }) };
  await requireDuty(call)(request);
}

/** What a request must pass before its body is read. */
function checksOf(app: FastifyInstance, call: Call) {
  if (call.who !== 'user') return [];
  return [
    app.requireUser,
    // A call that is open to some bodies is checked by its body, in the handler.
    ...(call.isBeforeFactor ? [] : [requireFactor]),
    requireDuty(call),
    requireDisk(app, call),
    // Nothing is uploaded before the proof.
    ...(call.fileBytes ? [async (request: FastifyRequest) => requireProof(call, request)] : []),
    noteChecked,
  ];
}

/** A request that the policy refused. */
export interface Refused<B> {
  user: SessionUser;
  /** As the path named it. */
  id: string;
  body: B;
  code: ProblemCode;
}
type OnRefused<C extends Call> = (refused: Refused<Output<C['body']>>) => Promise<void>;

/** Called before the error is sent to the client. */
async function reportRefused<C extends Call>(
  call: C,
  request: FastifyRequest,
  error: unknown,
  report: OnRefused<C>,
) {
  const params = request.params as Record<string, string>;
  const id = params[naming(call)?.param ?? ''] ?? '';
  if (error instanceof ProblemError)
    await report({
      user: userOf(request),
      id,
      body: request.body as Output<C['body']>,
      code: error.code,
    });
}

/**
 * Replies that a handler has sent. `reply.sent` is false until the answer is written: a client that disconnects while it
 * is compressed or streamed would be answered a second time.
 */
const answered = new WeakSet<FastifyReply>();
/** The first hook: it runs in the turn of `reply.send`. */
export async function noteAnswered(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  answered.add(reply);
  return payload;
}

/** Shape in, one call, shape out. The row of the API table names the required right; a row without it does not compile. */
export function route<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  config: object = {},
  onRefused: OnRefused<C> = async () => {},
) {
  const status = Math.min(...Object.keys(call.answers).map(Number));
  const costOf = readCostOf(call);
  app.route({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: shapes(call),
    config: {
      ...config,
      call,
      rule: ruleOf(call),
      tokenScope: tokenScopeOf(call),
      hasEtag: 304 in call.answers,
      isUpload: call.fileBytes !== undefined,
    },
    onRequest: checksOf(app, call),
    ...(call.fileBytes && { bodyLimit: call.fileBytes }),
    handler: async (request, reply) => {
      const { params, query, headers, body } = request;
      if (call.who === 'user') {
        await checkAgain(call, request);
        if (!isOpenBeforeFactor(call.isBeforeFactor, body)) await requireFactor(request);
      }
      const user = call.who === 'user' ? userOf(request) : null;
      const device = await deviceOf(app, call, request).catch(async (error) => {
        await reportRefused(call, request, error, onRefused);
        throw error;
      });
      requireProof(call, request);
      const cost = costOf(query);
      if (user && cost > 0) await app.takeRead(user.id, cost);
      reply.code(status);
      const answer = await handler({
        user,
        device,
        params,
        query,
        headers,
        body,
        request,
        reply,
      } as unknown as Incoming<C>);
      // Not the bare answer: without one, Fastify would send nothing, and call no hook, after a disconnect.
      return reply.sent || answered.has(reply) ? reply : reply.send(answer);
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the API table. */
    call?: Call;
  }
  interface FastifyInstance {
    requireUser: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    /** Takes these units of the reads of an account, and waits for them. */
    takeRead: (userId: number, units: number) => Promise<void>;
    allowDevice: AllowDevice;
    isDiskLow: () => boolean;
    cachedAccess: CachedAccess;
  }
}
