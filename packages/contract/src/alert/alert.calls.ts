import * as z from 'zod/mini';
import { call, errorResponses, IfNoneMatch } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import {
  Alert,
  AlertDetail,
  AlertNotes,
  AlertPage,
  AlertReopening,
  AlertResolution,
  AlertShelving,
  AlertsQuery,
} from './alert.ts';

const alert = z.strictObject({ id: RowIdText });

export const alertCalls = {
  alerts: call({
    method: 'GET',
    path: '/alerts',
    who: 'user',
    summary: 'Alerts of the devices that the caller may see, newest first',
    query: AlertsQuery,
    headers: IfNoneMatch,
    answers: { 200: AlertPage, 304: z.void(), ...errorResponses(401, 422) },
  }),
  alert: call({
    method: 'GET',
    path: '/alerts/{id}',
    who: 'user',
    action: 'see',
    summary: 'One alert with its numbers, the numbers of its rule, and the span of its evidence',
    params: alert,
    answers: { 200: AlertDetail, ...errorResponses(401, 404, 422) },
  }),
  shelveAlert: call({
    method: 'POST',
    path: '/alerts/{id}/shelve',
    who: 'user',
    action: 'resolve_alert',
    summary: 'Silence an open alert for a time; it comes back if its condition lasts longer',
    params: alert,
    body: AlertShelving,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  unshelveAlert: call({
    method: 'POST',
    path: '/alerts/{id}/unshelve',
    who: 'user',
    action: 'resolve_alert',
    summary: 'End the silence of a shelved alert',
    params: alert,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 422) },
  }),
  annotateAlert: call({
    method: 'PATCH',
    path: '/alerts/{id}',
    who: 'user',
    action: 'resolve_alert',
    summary: 'Set or remove the note of an alert',
    params: alert,
    body: AlertNotes,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  resolveAlert: call({
    method: 'POST',
    path: '/alerts/{id}/resolve',
    who: 'user',
    action: 'resolve_alert',
    summary:
      'Resolve an alert, with or without a note. The first resolution wins: a later one changes nothing and returns the first',
    params: alert,
    body: AlertResolution,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  reopenAlert: call({
    method: 'POST',
    path: '/alerts/{id}/reopen',
    who: 'user',
    action: 'resolve_alert',
    summary:
      'Open a resolved alert again, also to undo its resolution; refused while another alert of the device and kind is open. Messages that were sent are not repeated',
    params: alert,
    body: AlertReopening,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  acceptAlert: call({
    method: 'POST',
    path: '/alerts/{id}/normal',
    who: 'user',
    action: 'resolve_alert',
    summary:
      'Call the behaviour of an alert `behaves_differently` normal: its days join what is learned, and the alert is resolved',
    params: alert,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  takeAlert: call({
    method: 'PUT',
    path: '/alerts/{id}/assignee',
    who: 'user',
    action: 'take_alert',
    summary: 'Take an open alert; refused if another person has taken it, and the error names them',
    params: alert,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  releaseAlert: call({
    method: 'DELETE',
    path: '/alerts/{id}/assignee',
    who: 'user',
    action: 'take_alert',
    summary: 'Give an alert back, as its assignee or a Super Seller',
    params: alert,
    answers: { 200: Alert, ...errorResponses(401, 403, 404, 409, 422) },
  }),
};
