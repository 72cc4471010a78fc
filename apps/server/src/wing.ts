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
import type { Board, FrameHandler, MessageHandlers } from './link/link.ts';

/** What routes of all wings share. */
export interface RouteLimits {
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
  routes?: (api: FastifyInstance, limits: RouteLimits) => void;
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
