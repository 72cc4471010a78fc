import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { WorkAssignment, WorkDevices, WorkKind } from './work.ts';

const params = z.strictObject({ id: DeviceId, kind: WorkKind });

/** R7.1: the entries of the work list that are not alerts. */
export const workCalls = {
  workDevices: call({
    method: 'GET',
    path: '/work/devices',
    who: 'user',
    permission: 'see_fleet',
    summary: 'Devices that are offline or have a lock-out tag, with the person who takes care of each',
    answers: { 200: WorkDevices, ...errorResponses(401, 403) },
  }),
  takeWork: call({
    method: 'PUT',
    path: '/devices/{id}/work/{kind}/assignee',
    who: 'user',
    action: 'take_work',
    summary:
      'Take care of an offline or locked-out device until its cause ends; refused if another person does, and the error names them',
    params,
    answers: { 200: WorkAssignment, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  releaseWork: call({
    method: 'DELETE',
    path: '/devices/{id}/work/{kind}/assignee',
    who: 'user',
    action: 'take_work',
    summary: 'Give an offline or locked-out device back, as its assignee or a Super Seller',
    params,
    answers: { 200: WorkAssignment, ...errorResponses(401, 403, 404, 409, 422) },
  }),
};
