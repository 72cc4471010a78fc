import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { DeviceId } from '../text.ts';
import { Device } from './device.ts';
import { AddDevice, Delegation, DevicePatch, LastVisit, NewDelegation, Transfer } from './device-access.ts';

const nothing = z.void();
const device = z.strictObject({ id_dev: DeviceId });
const delegation = z.strictObject({ id_dev: DeviceId, user_id: RowIdText });

/** Ownership and delegation. Separate from the lists, so that a page loads them with its dialogs. */
export const deviceAccessCalls = {
  addDevice: call({
    method: 'POST',
    path: '/users-devices/add-device',
    who: 'user',
    summary: 'Become the owner of an online device without an owner, by its ID or the content of its QR code',
    body: AddDevice,
    answers: { 201: Device, ...errorResponses(401, 403, 404, 409, 422, 429) },
  }),
  renameDevice: call({
    method: 'PATCH',
    path: '/users-devices/{id_dev}',
    who: 'user',
    action: 'rename',
    summary: 'Set or remove the name of the device, for all its users',
    params: device,
    body: DevicePatch,
    answers: { 200: Device, ...errorResponses(401, 403, 404, 422) },
  }),
  removeDevice: call({
    method: 'DELETE',
    path: '/users-devices/{id_dev}',
    who: 'user',
    action: 'remove',
    needsProof: 'always',
    summary: 'Give up the device: the owner with all delegations, a delegate their own access',
    params: device,
    answers: { 204: nothing, ...errorResponses(401, 403, 404, 422) },
  }),
  transferDevice: call({
    method: 'POST',
    path: '/users-devices/{id_dev}/transfer',
    who: 'user',
    action: 'transfer',
    needsProof: 'always',
    summary: 'Transfer the device to another user, who becomes its owner; all delegations end',
    params: device,
    body: Transfer,
    answers: { 204: nothing, ...errorResponses(401, 403, 404, 409, 422, 429) },
  }),
  delegations: call({
    method: 'GET',
    path: '/users-devices/{id_dev}/delegations',
    who: 'user',
    action: 'see_delegations',
    summary: 'Users with access to the device, and until when',
    params: device,
    answers: { 200: z.array(Delegation), ...errorResponses(401, 403, 404, 422) },
  }),
  lastVisits: call({
    method: 'GET',
    path: '/users-devices/{id_dev}/last-visits',
    who: 'user',
    action: 'see_delegations',
    summary:
      'When the people with access to the device were last logged in, since they have it; those who never were are missing',
    params: device,
    answers: { 200: z.array(LastVisit), ...errorResponses(401, 403, 404, 422) },
  }),
  delegate: call({
    method: 'POST',
    path: '/users-devices/{id_dev}/delegations',
    who: 'user',
    action: 'delegate',
    summary: "Delegate access to another user, at most as long as the caller's own; repeat to change the end",
    params: device,
    body: NewDelegation,
    answers: { 201: Delegation, ...errorResponses(401, 403, 404, 409, 422, 429) },
  }),
  revokeDelegation: call({
    method: 'DELETE',
    path: '/users-devices/{id_dev}/delegations/{user_id}',
    who: 'user',
    action: 'revoke',
    summary: 'Revoke access at once, with all delegations made from it',
    params: delegation,
    answers: { 204: nothing, ...errorResponses(401, 403, 404, 422) },
  }),
};
