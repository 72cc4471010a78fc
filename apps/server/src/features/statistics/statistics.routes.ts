import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { StatisticsReader } from './statistics.service.ts';
import type { UsageStatisticsReader } from './usage-statistics.ts';

export function statisticsRoutes(
  app: FastifyInstance,
  statistics: StatisticsReader,
  usage: UsageStatisticsReader,
) {
  route(app, api.statistics, ({ user, query }) => statistics.read(user, query));
  route(app, api.usageStatistics, ({ user, query }) => usage.read(user, query));
}
