import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import {
  Integration,
  IntegrationChange,
  IntegrationList,
  IntegrationWithPassword,
  NewIntegration,
} from './integration.ts';

const row = z.strictObject({ id: RowIdText });

/** Logins on the broker for other programs; their topics are in `mqtt/integration-topics.ts`. */
export const integrationCalls = {
  integrations: call({
    method: 'GET',
    path: '/integrations',
    who: 'user',
    summary: 'Integration logins of the caller on the broker, oldest first',
    answers: { 200: IntegrationList, ...errorResponses(401) },
  }),
  addIntegration: call({
    method: 'POST',
    path: '/integrations',
    who: 'user',
    summary: 'Add an integration login that only reads; its password is in this answer only',
    body: NewIntegration,
    needsProof: 'always',
    answers: { 201: IntegrationWithPassword, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  changeIntegration: call({
    method: 'PATCH',
    path: '/integrations/{id}',
    who: 'user',
    summary: 'Rename an integration login, choose its devices, or let it start and stop pumps',
    params: row,
    body: IntegrationChange,
    needsProof: ['can_switch', 'devices'],
    answers: { 200: Integration, ...errorResponses(401, 403, 404, 422) },
  }),
  removeIntegration: call({
    method: 'DELETE',
    path: '/integrations/{id}',
    who: 'user',
    summary: 'Revoke an integration login; its connections end',
    params: row,
    answers: { 204: z.void(), ...errorResponses(401, 404, 422) },
  }),
};
