import * as z from 'zod/mini';
import { Alert, AlertNotes, AlertPage, AlertsQuery } from '../../nouns/alert.ts';
import { call, errorResponses, IfNoneMatch } from '../call.ts';
import { RowIdText } from '../paging.ts';

const alert = z.strictObject({ id: RowIdText });

export const alertCalls = {
  alerts: call({
    method: 'GET',
    path: '/alerts',
    who: 'user',
    summary: 'Alerts of the devices that the caller may see, the newest first',
    query: AlertsQuery,
    headers: IfNoneMatch,
    answers: { 200: AlertPage, 304: z.void(), ...errorResponses(401, 422) },
  }),
  annotateAlert: call({
    method: 'PATCH',
    path: '/alerts/{id}',
    who: 'user',
    action: 'resolve_alert',
    summary: 'Write a note to an alert, or take it away',
    params: alert,
    body: AlertNotes,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 422) },
  }),
  resolveAlert: call({
    method: 'POST',
    path: '/alerts/{id}/resolve',
    who: 'user',
    action: 'resolve_alert',
    summary: 'Somebody has looked after it; once resolved it stays so',
    params: alert,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 422) },
  }),
};
