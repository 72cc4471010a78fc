import type { FastifyInstance } from 'fastify';
import type { ServerEvents } from './events.ts';
import type { StartExport } from './http/limits/exports.ts';
import type { ReadBudget } from './http/limits/read-budget.ts';
import type { RefusedWrites } from './http/refused-writes.ts';
import type { AllowedDevice } from './http/rules.ts';
import type { SessionUser } from './http/session.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import type { MessageHandlers } from './link/link.ts';
import type { TaskHandlers } from './outbox/task-runner.ts';

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
  jobs?: Partial<JobHandlers>;
  /** Tasks of the outbox, such as mails. */
  tasks?: Partial<TaskHandlers>;
  on?: { [Name in keyof ServerEvents]?: (...news: ServerEvents[Name]) => unknown };
  /** Before the first message of a board and the first request. */
  start?: () => unknown;
  /** After the last message of a board and the last request. */
  stop?: () => unknown;
  /** When the address of the server is known. */
  open?: () => unknown;
  /** Before the server refuses messages and requests: ends work that they wait for. */
  close?: () => unknown;
}
