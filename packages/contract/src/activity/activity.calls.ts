import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { Activity, ActivityCsvQuery, ActivityQuery } from './activity.ts';

export const activityCalls = {
  activity: call({
    method: 'GET',
    path: '/devices/{id}/activity',
    who: 'user',
    action: 'see',
    summary: 'The timeline: commands with their status, events of the board, and changes, newest first',
    params: z.strictObject({ id: DeviceId }),
    query: ActivityQuery,
    answers: { 200: Activity, ...errorResponses(401, 404, 422) },
  }),
  activityCsv: call({
    method: 'GET',
    path: '/devices/{id}/activity.csv',
    who: 'user',
    action: 'see',
    summary: 'The whole timeline as CSV, newest first',
    params: z.strictObject({ id: DeviceId }),
    query: ActivityCsvQuery,
    file: 'text/csv',
    needsDisk: true,
    answers: { 200: z.string(), ...errorResponses(401, 404, 422, 429, 507) },
  }),
};
