import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../../../core.ts';
import { sendJson } from '../../../http/json-answer.ts';
import type { ReadBudget } from '../../../http/limits/read-budget.ts';
import { route } from '../../../http/route.ts';
import type { Readers } from '../reader-pool.ts';
import type { StatisticsReader } from './statistics.service.ts';
import { usageHoursRead } from './usage-statistics.ts';

interface Needs extends Pick<Core, 'now'> {
  readers: Readers;
  /** Retention of hourly rollups. */
  hourDays: number;
}

export function statisticsRoutes(
  app: FastifyInstance,
  statistics: StatisticsReader,
  { readers, now, hourDays }: Needs,
  reads: ReadBudget,
) {
  route(app, api.statistics, ({ user, query, request }) =>
    reads.read(user.id, request, query.start.length, () => statistics.read(user, query)),
  );
  route(app, api.usageStatistics, async ({ user, query, request, reply }) => {
    const answer = await reads.read(user.id, request, usageHoursRead(query, now(), hourDays), (_, signal) =>
      readers.read(user.id, { name: 'usage', user, query }, signal),
    );
    return sendJson(reply, answer);
  });
}
