import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { SessionId, SessionRow, User } from './account.ts';
import { ProfileChange } from './credentials.ts';

const nothing = z.void();

/** Calls of the profile: own data and sessions. */
export const profileCalls = {
  resendConfirmation: call({
    method: 'POST',
    path: '/auth/request-verify-token',
    who: 'user',
    summary: 'Send a new confirmation link; does nothing without an address to confirm',
    answers: { 202: nothing, ...errorResponses(401, 429) },
  }),
  updateMe: call({
    method: 'PATCH',
    path: '/users/me',
    who: 'user',
    needsProof: ['email', 'password'],
    summary:
      'Change the profile; a new e-mail applies after its confirmation, and a new password ends the other sessions',
    body: ProfileChange,
    answers: { 200: User, ...errorResponses(400, 401, 403, 422, 429) },
  }),
  sessions: call({
    method: 'GET',
    path: '/users/me/sessions',
    who: 'user',
    summary: 'Sessions of the user, the last used first',
    answers: { 200: z.array(SessionRow), ...errorResponses(401) },
  }),
  endSession: call({
    method: 'DELETE',
    path: '/users/me/sessions/{id}',
    who: 'user',
    needsProof: 'always',
    summary: "End one of the caller's sessions",
    params: z.strictObject({ id: SessionId }),
    answers: { 204: nothing, ...errorResponses(401, 403, 404, 422) },
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/users/me/sessions',
    who: 'user',
    needsProof: 'always',
    summary: "End the caller's other sessions",
    answers: { 204: nothing, ...errorResponses(401, 403) },
  }),
  exportMe: call({
    method: 'GET',
    path: '/users/me/export',
    who: 'user',
    summary: 'The data of the logged-in user as a JSON file',
    file: 'application/json',
    needsDisk: true,
    needsProof: 'always',
    answers: { 200: z.string(), ...errorResponses(401, 403, 429, 507) },
  }),
  deleteMe: call({
    method: 'POST',
    path: '/users/me/delete',
    who: 'user',
    summary:
      'Delete the account: gives up its devices, ends delegated access and all sessions; the last Super Seller is refused',
    needsProof: 'always',
    answers: { 204: nothing, ...errorResponses(401, 403, 409, 429, 503) },
  }),
};
