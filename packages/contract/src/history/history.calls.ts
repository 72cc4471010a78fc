import * as z from 'zod/mini';
import { call, errorResponses, IfNoneMatch } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { History, HistoryExportQuery, HistoryQuery, HistoryStored } from './history.ts';

const params = z.strictObject({ id: DeviceId });

export const historyCalls = {
  history: call({
    method: 'GET',
    path: '/devices/{id}/history',
    who: 'user',
    action: 'see',
    summary:
      'Measured values of a range as about `points` buckets with minimum, maximum and average, and the gaps',
    params,
    query: HistoryQuery,
    headers: IfNoneMatch,
    answers: { 200: History, 304: z.void(), ...errorResponses(401, 404, 422) },
  }),
  historyStored: call({
    method: 'GET',
    path: '/devices/{id}/history/stored',
    who: 'user',
    action: 'see',
    summary: 'From when frames and rollups of a device exist, and for how long they are kept',
    params,
    answers: { 200: HistoryStored, ...errorResponses(401, 404) },
  }),
  historyCsv: call({
    method: 'GET',
    path: '/devices/{id}/history.csv',
    who: 'user',
    action: 'see',
    summary: 'Measured values of a range as CSV: every frame, or rollups',
    params,
    query: HistoryExportQuery,
    file: 'text/csv',
    needsDisk: true,
    answers: { 200: z.string(), ...errorResponses(401, 404, 422, 429, 507) },
  }),
  historyNdjson: call({
    method: 'GET',
    path: '/devices/{id}/history.ndjson',
    who: 'user',
    action: 'see',
    summary: 'Measured values of a range as lines of JSON: every frame, or rollups',
    params,
    query: HistoryExportQuery,
    file: 'application/x-ndjson',
    needsDisk: true,
    answers: { 200: z.string(), ...errorResponses(401, 404, 422, 429, 507) },
  }),
};
