import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { DeviceId } from '../text.ts';
import { Role } from './account.ts';
import {
  AccountSwitch,
  GivenAccess,
  ManagedUser,
  NewPermission,
  UserNotes,
  UserPage,
  UsersQuery,
} from './staff.ts';

const user = { id: RowIdText };

/** R7.3, R7.5: each of these calls returns the updated user. */
export const userCalls = {
  users: call({
    method: 'GET',
    path: '/users',
    who: 'user',
    permission: 'manage_users',
    summary: 'All users with their devices and permissions',
    query: UsersQuery,
    answers: { 200: UserPage, ...errorResponses(401, 403, 422) },
  }),
  annotateUser: call({
    method: 'PATCH',
    path: '/users/{id}',
    who: 'user',
    permission: 'manage_users',
    summary: 'Set or remove the note of a user',
    params: z.strictObject(user),
    body: UserNotes,
    answers: { 200: ManagedUser, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  setDisabled: call({
    method: 'PUT',
    path: '/users/{id}/disabled',
    who: 'user',
    permission: 'manage_users',
    needsProof: 'always',
    summary: 'Disable an account, which ends its sessions, or enable it again; not the own account',
    params: z.strictObject(user),
    body: AccountSwitch,
    answers: { 200: ManagedUser, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  addPermission: call({
    method: 'POST',
    path: '/users/{id}/permissions',
    who: 'user',
    permission: 'manage_users',
    needsProof: 'always',
    summary: 'Grant a role to a user',
    params: z.strictObject(user),
    body: NewPermission,
    answers: { 200: ManagedUser, ...errorResponses(401, 403, 404, 422) },
  }),
  removePermission: call({
    method: 'DELETE',
    path: '/users/{id}/permissions/{role}',
    who: 'user',
    permission: 'manage_users',
    needsProof: 'always',
    summary: 'Revoke a role of a user; the role of the last Super Seller cannot be revoked',
    params: z.strictObject({ ...user, role: Role }),
    answers: { 200: ManagedUser, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  giveDevice: call({
    method: 'POST',
    path: '/users/{id}/devices',
    who: 'user',
    permission: 'manage_users',
    needsProof: 'always',
    summary: 'Grant a user access to a device',
    params: z.strictObject(user),
    body: GivenAccess,
    answers: { 200: ManagedUser, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  takeDevice: call({
    method: 'DELETE',
    path: '/users/{id}/devices/{id_dev}',
    who: 'user',
    permission: 'manage_users',
    needsProof: 'always',
    summary: 'Revoke the access of a user to a device; for an owner with all delegations',
    params: z.strictObject({ ...user, id_dev: DeviceId }),
    answers: { 200: ManagedUser, ...errorResponses(401, 403, 404, 422) },
  }),
  endUserSessions: call({
    method: 'DELETE',
    path: '/users/{id}/sessions',
    who: 'user',
    permission: 'manage_users',
    needsProof: 'always',
    summary: 'End all sessions of another user',
    params: z.strictObject(user),
    answers: { 200: ManagedUser, ...errorResponses(401, 403, 404, 422) },
  }),
};
