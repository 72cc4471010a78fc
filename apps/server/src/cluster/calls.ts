import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import { AnswerLostError, NobodyThereError, type PeerBus } from '../bus/peer-bus.ts';
import { isDatabaseAway } from '../db/db.ts';
import { ProblemError } from '../http/problem-error.ts';

/** What runs on the server that a board is connected to. */
export type CallKind = 'command' | 'registers' | 'update' | 'send';

/** A call without a result has no value: JSON leaves `undefined` out. */
type Answer = { value?: unknown } | { problem: ProblemCode; more: Partial<Problem> };

interface Call {
  kind: CallKind;
  /** By the clock of the database. */
  deadlineMs: number;
  payload: unknown;
}

/** A call that arrives later is refused: the person has seen that it failed. */
const ARRIVE_WITHIN_MS = 2000;
/** How often a call checks whether its server has died. */
const WATCH_MS = 500;

function toAnswer(error: unknown): Answer {
  if (error instanceof ProblemError) return { problem: error.code, more: error.body };
  return { problem: isDatabaseAway(error) ? 'UNAVAILABLE' : 'INTERNAL', more: {} };
}

interface Needs {
  peers: PeerBus;
  /** The clock of the database, which all servers know. */
  sharedNow: () => number;
  isDead: (serverId: string) => boolean;
  onFailed: (error: unknown) => void;
}

/** Calls between servers. */
export function createCalls({ peers, sharedNow, isDead, onFailed }: Needs) {
  const handlers = new Map<CallKind, (payload: never) => Promise<unknown>>();

  peers.respond(async (message): Promise<Answer> => {
    const { kind, deadlineMs, payload } = message as Call;
    const handle = handlers.get(kind);
    if (!handle || sharedNow() > deadlineMs) return { problem: 'SERVER_UNREACHABLE', more: {} };
    try {
      return { value: await handle(payload as never) };
    } catch (error) {
      if (!(error instanceof ProblemError)) onFailed(error);
      return toAnswer(error);
    }
  });

  /** Rejects with `NobodyThereError` if the call was not sent, with `NO_ANSWER` if it may have been carried out. */
  async function forward<Value>(
    to: string,
    kind: CallKind,
    payload: unknown,
    timeoutMs: number,
  ): Promise<Value> {
    const call: Call = { kind, deadlineMs: sharedNow() + ARRIVE_WITHIN_MS, payload };
    let watch: NodeJS.Timeout | undefined;
    const gone = new Promise<never>((_, fail) => {
      watch = setInterval(() => isDead(to) && fail(new AnswerLostError(`${to} is dead`)), WATCH_MS);
    });
    const answer = (await Promise.race([peers.request(to, call, timeoutMs), gone])
      .catch((error: unknown) => {
        throw error instanceof NobodyThereError ? error : new ProblemError('NO_ANSWER');
      })
      .finally(() => clearInterval(watch))) as Answer;
    if ('problem' in answer) throw new ProblemError(answer.problem, answer.more);
    return answer.value as Value;
  }

  return {
    /** Runs calls of this kind for other servers, which have checked the rights. */
    handle<Payload>(kind: CallKind, run: (payload: Payload) => Promise<unknown>): void {
      handlers.set(kind, run);
    },
    forward,
    /** As `forward`, for a person: a call that was not sent is refused with `SERVER_UNREACHABLE`. */
    run: <Value>(to: string, kind: CallKind, payload: unknown, timeoutMs: number): Promise<Value> =>
      forward<Value>(to, kind, payload, timeoutMs).catch((error: unknown) => {
        throw error instanceof NobodyThereError ? new ProblemError('SERVER_UNREACHABLE') : error;
      }),
  };
}
