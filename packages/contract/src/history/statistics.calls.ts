import { call, errorResponses } from '../http/call.ts';
import { Statistics, StatisticsQuery, UsageStatistics, UsageStatisticsQuery } from './statistics.ts';

export const statisticsCalls = {
  statistics: call({
    method: 'GET',
    path: '/statistics',
    who: 'user',
    summary: 'Counts of alerts and commands of the devices that the caller may see',
    query: StatisticsQuery,
    answers: { 200: Statistics, ...errorResponses(401, 422) },
  }),
  usageStatistics: call({
    method: 'GET',
    path: '/statistics/usage',
    who: 'user',
    summary: 'Energy, running hours, starts, pressure, time online and alarms of devices by period',
    query: UsageStatisticsQuery,
    answers: { 200: UsageStatistics, ...errorResponses(401, 422) },
  }),
};
