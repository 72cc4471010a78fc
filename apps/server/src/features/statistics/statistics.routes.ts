import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { StatisticsReader } from './statistics.service.ts';

export function statisticsRoutes(app: FastifyInstance, statistics: StatisticsReader) {
  route(app, api.statistics, ({ user, query }) => statistics.read(user, query));
}
