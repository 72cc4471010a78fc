import { type Message, TOPIC_NAMES, topics } from '@manoboard/contract/mqtt/topics';
import type { FastifyInstance } from 'fastify';
import type { Bus } from './bus/bus.ts';
import type { ServerEvents } from './bus/server-events.ts';
import type { StartExport } from './http/limits/exports.ts';
import type { ReadBudget } from './http/limits/read-budget.ts';
import type { RefusedWrites } from './http/refused-writes.ts';
import type { AllowedDevice } from './http/rules.ts';
import type { SessionUser } from './http/session.ts';
import type { Job, Jobs } from './jobs/jobs.ts';
import type { TaskHandlers } from './jobs/tasks.ts';
import type { Board, FrameHandler, LinkHandlers, MessageHandlers, Receipt } from './link/link.ts';

/** What routes of all wings share. */
export interface Site {
  /** One limit for all kinds of exports. */
  startExport: StartExport;
  reads: ReadBudget;
  refusedWrites: RefusedWrites;
  /** Either ID; the caller checks the rights. */
  findDevice: (user: SessionUser, id: string) => Promise<AllowedDevice | undefined>;
  visibleIds: (user: SessionUser, others: readonly string[]) => Promise<string[]>;
}

/** What a wing plugs into the server; `app.ts` starts wings in their order and stops them in reverse. */
export interface Wing {
  routes?: (api: FastifyInstance, site: Site) => void;
  /** Messages of boards. */
  messages?: MessageHandlers;
  /** Frames of boards, which are messages too. */
  frame?: FrameHandler;
  /** Periodic work, with its schedule. */
  jobs?: Jobs;
  /** Tasks of the outbox, such as mails. */
  tasks?: Partial<TaskHandlers>;
  on?: { [Name in keyof ServerEvents]?: (news: ServerEvents[Name]) => unknown };
  /** Boards of another server are connected to this one now: before their first message, reads what is kept of them in memory. */
  takeBoards?: (boards: readonly Board[]) => unknown;
  /** Another server owns the board now: forgets what is in memory about it. */
  leaveBoard?: (board: Board) => void;
  /** Before the first message of a board and the first request. */
  start?: () => unknown;
  /** After the last message of a board and the last request. */
  stop?: () => unknown;
  /** When the address of the server is known. */
  open?: () => unknown;
  /** Before the server refuses messages and requests: ends work that they wait for. */
  close?: () => unknown;
}

const UP_TOPICS = TOPIC_NAMES.filter(
  (name): name is keyof MessageHandlers => topics[name].from === 'board' && name !== 'tele',
);

/** Handlers of one topic run one after the other. The message is acknowledged when all of them have succeeded. */
export function messageHandlers(list: readonly Wing[]): LinkHandlers['messages'] {
  const handlerOf = <N extends keyof MessageHandlers>(name: N) => {
    const handlers = list.flatMap(({ messages }) => messages?.[name] ?? []);
    if (handlers.length === 0) throw new Error(`no wing handles the topic ${name}`);
    return async (board: Board, message: Message<N>, receipt: Receipt): Promise<void> => {
      for (const handle of handlers) await handle(board, message, receipt);
    };
  };
  return Object.fromEntries(
    UP_TOPICS.map((name) => [name, handlerOf(name)]),
  ) as unknown as LinkHandlers['messages'];
}

/** As `messageHandlers`, for frames. An error must not reach the other frames of a chunk or a commit. */
export function frameHandler(list: readonly Wing[]): FrameHandler {
  const handlers = list.flatMap(({ frame }) => frame ?? []);
  return (board, frame, receipt, done) => {
    let at = 0;
    const next = (error?: Error) => {
      const handle = handlers[at++];
      if (error || !handle) {
        done(error);
        return;
      }
      try {
        handle(board, frame, receipt, next);
      } catch (thrown) {
        done(thrown as Error);
      }
    };
    next();
  };
}

/** What wings do when boards move between servers. */
export const moveHandlers = (list: readonly Wing[]) => ({
  take: async (boards: readonly Board[]): Promise<void> => {
    await Promise.all(list.map(async ({ takeBoards }) => takeBoards?.(boards)));
  },
  leave: (board: Board): void => {
    for (const { leaveBoard } of list) leaveBoard?.(board);
  },
});

/** The jobs of all wings. */
export function collectJobs(list: readonly Pick<Wing, 'jobs'>[]): Jobs {
  const jobs = new Map<string, Job>();
  for (const [name, job] of list.flatMap(({ jobs: plugged = {} }) => Object.entries(plugged))) {
    if (jobs.has(name)) throw new Error(`two jobs have the name ${name}`);
    jobs.set(name, job);
  }
  return Object.fromEntries(jobs);
}

/** One handler for each of these names, from what wings plug in. */
export function collect<T extends object>(
  names: readonly (keyof T & string)[],
  plugged: readonly (Partial<T> | undefined)[],
): T {
  const handlers: Partial<T> = Object.assign({}, ...plugged);
  const missing = names.filter((name) => handlers[name] === undefined);
  if (missing.length > 0) throw new Error(`no wing handles ${missing.join(', ')}`);
  return handlers as T;
}

export function subscribe(bus: Bus, list: readonly Wing[]) {
  for (const { on = {} } of list)
    for (const [name, receive] of Object.entries(on)) bus.subscribe(name as 'alert', receive as () => void);
}
