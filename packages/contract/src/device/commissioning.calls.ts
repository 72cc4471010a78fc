import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { csvQuery } from '../http/query.ts';
import { DeviceId } from '../text.ts';
import {
  Commissioning,
  CommissioningEnd,
  CommissioningList,
  CommissioningStepName,
  commissioningParams,
  NewCommissioning,
  StepEntry,
  StepSkip,
} from './commissioning.ts';

const device = z.strictObject({ id: DeviceId });
const one = z.strictObject({ id: DeviceId, ...commissioningParams });
const step = z.strictObject({ id: DeviceId, ...commissioningParams, step: CommissioningStepName });
const changed = { 200: Commissioning, ...errorResponses(401, 403, 404, 409, 422) };

export const commissioningCalls = {
  commissionings: call({
    method: 'GET',
    path: '/devices/{id}/commissionings',
    who: 'user',
    action: 'see',
    summary: 'The open commissioning of a pump, and the reports of finished ones, newest first',
    params: device,
    answers: { 200: CommissioningList, ...errorResponses(401, 404) },
  }),
  startCommissioning: call({
    method: 'POST',
    path: '/devices/{id}/commissionings',
    who: 'user',
    action: 'configure',
    summary:
      'Start a commissioning, or continue the open one; a correction names the report that it corrects',
    params: device,
    body: NewCommissioning,
    answers: changed,
  }),
  commissioning: call({
    method: 'GET',
    path: '/devices/{id}/commissionings/{number}',
    who: 'user',
    action: 'see',
    summary: 'One commissioning with its steps, results and points',
    params: one,
    answers: { 200: Commissioning, ...errorResponses(401, 404) },
  }),
  recordStep: call({
    method: 'POST',
    path: '/devices/{id}/commissionings/{number}/steps/{step}/recording',
    who: 'user',
    action: 'configure',
    summary: 'Start the recording of a step; the frames from now on count. It switches no pump',
    params: step,
    answers: changed,
  }),
  saveStep: call({
    method: 'PUT',
    path: '/devices/{id}/commissionings/{number}/steps/{step}',
    who: 'user',
    action: 'configure',
    summary: 'End the recording of a step and judge its stored frames, or enter a step without a recording',
    params: step,
    body: StepEntry,
    answers: changed,
  }),
  skipStep: call({
    method: 'POST',
    path: '/devices/{id}/commissionings/{number}/steps/{step}/skip',
    who: 'user',
    action: 'configure',
    summary: 'Skip a step, with the reason for the report',
    params: step,
    body: StepSkip,
    answers: changed,
  }),
  finishCommissioning: call({
    method: 'POST',
    path: '/devices/{id}/commissionings/{number}/finish',
    who: 'user',
    action: 'configure',
    summary:
      'Accept the results: the report does not change any more, and measured values go to the pump card',
    params: one,
    body: CommissioningEnd,
    answers: changed,
  }),
  cancelCommissioning: call({
    method: 'DELETE',
    path: '/devices/{id}/commissionings/{number}',
    who: 'user',
    action: 'configure',
    summary: 'Discard an open commissioning without a report',
    params: one,
    answers: { 204: z.void(), ...errorResponses(401, 403, 404, 409) },
  }),
  commissioningCsv: call({
    method: 'GET',
    path: '/devices/{id}/commissionings/{number}/points.csv',
    who: 'user',
    action: 'see',
    summary: 'The recorded points of all steps as CSV',
    params: one,
    query: z.strictObject(csvQuery),
    file: 'text/csv',
    answers: { 200: z.string(), ...errorResponses(401, 404, 422) },
  }),
};
