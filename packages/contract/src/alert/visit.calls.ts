import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { NewVisit, Visit, VisitAnswer, Visits, WorkVisits } from './visit.ts';

const params = z.strictObject({ id: DeviceId });
const answers = { 200: Visit, ...errorResponses(401, 403, 404, 409, 422) };

/** R7.5: visits of technicians that were agreed with owners. */
export const visitCalls = {
  visits: call({
    method: 'GET',
    path: '/devices/{id}/visits',
    who: 'user',
    action: 'see',
    summary: 'The visits of a device, newest first; at most one of them is not over',
    params,
    answers: { 200: Visits, ...errorResponses(401, 404, 422) },
  }),
  planVisit: call({
    method: 'PUT',
    path: '/devices/{id}/visit',
    who: 'user',
    action: 'plan_visit',
    summary:
      'Agree on a visit, or move the one that is agreed; its owner and technician get a notice and a mail',
    params,
    body: NewVisit,
    answers,
  }),
  askVisit: call({
    method: 'POST',
    path: '/devices/{id}/visit/ask',
    who: 'user',
    action: 'answer_visit',
    summary: 'Ask for another date; the technician gets a notice and a mail',
    params,
    body: VisitAnswer,
    answers,
  }),
  cancelVisit: call({
    method: 'POST',
    path: '/devices/{id}/visit/cancel',
    who: 'user',
    action: 'answer_visit',
    summary: 'Cancel the agreed visit',
    params,
    body: VisitAnswer,
    answers,
  }),
  finishVisit: call({
    method: 'POST',
    path: '/devices/{id}/visit/done',
    who: 'user',
    action: 'plan_visit',
    summary: 'The visit was made',
    params,
    body: VisitAnswer,
    answers,
  }),
  workVisits: call({
    method: 'GET',
    path: '/work/visits',
    who: 'user',
    permission: 'see_fleet',
    summary: 'Visits of all devices that are not over, and the people who can make them',
    answers: { 200: WorkVisits, ...errorResponses(401, 403) },
  }),
};
