import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { Label, LabelPatch, ListedLabel, NewLabel } from './label.ts';

const params = z.strictObject({ id: RowIdText });

export const labelCalls = {
  labels: call({
    method: 'GET',
    path: '/labels',
    who: 'user',
    permission: 'see_fleet',
    summary: 'Labels and groups of the staff, by name, with the number of their devices',
    answers: { 200: z.array(ListedLabel), ...errorResponses(401, 403) },
  }),
  addLabel: call({
    method: 'POST',
    path: '/labels',
    who: 'user',
    permission: 'label_fleet',
    summary: 'Add a label or a group; devices get it by `POST /devices/fleet/actions`',
    body: NewLabel,
    answers: { 201: Label, ...errorResponses(401, 403, 409, 422) },
  }),
  renameLabel: call({
    method: 'PATCH',
    path: '/labels/{id}',
    who: 'user',
    permission: 'label_fleet',
    summary: 'Rename a label or a group',
    params,
    body: LabelPatch,
    answers: { 200: Label, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  removeLabel: call({
    method: 'DELETE',
    path: '/labels/{id}',
    who: 'user',
    permission: 'label_fleet',
    summary: 'Remove a label or a group from all devices',
    params,
    answers: { 204: z.void(), ...errorResponses(401, 403, 404, 422) },
  }),
};
