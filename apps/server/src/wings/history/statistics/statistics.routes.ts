import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { sendJson, writeJson } from '../../../http/json-answer.ts';
import type { ReadBudget } from '../../../http/limits/read-budget.ts';
import { route } from '../../../http/route.ts';
import type { StatisticsReader } from './statistics.service.ts';
import type { UsageStatisticsReader } from './usage-statistics.ts';

export function statisticsRoutes(
  app: FastifyInstance,
  statistics: StatisticsReader,
  usage: UsageStatisticsReader,
  reads: ReadBudget,
) {
  route(app, api.statistics, ({ user, query, request }) =>
    reads.read(user.id, request, query.start.length, () => statistics.read(user, query)),
  );
  route(app, api.usageStatistics, async ({ user, query, request, reply }) => {
    const answer = await reads.read(user.id, request, usage.hoursRead(query), async (pace) =>
      writeJson(await usage.read(user, query, pace), pace),
    );
    return sendJson(reply, answer);
  });
}
