import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { SessionId, SessionRow, User } from './account.ts';
import {
  AccountDeletion,
  ConfirmEmail,
  ForgotPassword,
  Login,
  ProfileChange,
  Proof,
  Registration,
  ResetPassword,
} from './credentials.ts';

const nothing = z.void();

/** Calls of the pages before the login and of the profile. Separate from `account.ts`, which every page loads. */
export const authCalls = {
  register: call({
    method: 'POST',
    path: '/auth/register',
    who: 'anyone',
    summary: 'Create an account',
    body: Registration,
    answers: { 201: User, ...errorResponses(400, 422, 429) },
  }),
  login: call({
    method: 'POST',
    path: '/auth/jwt/login',
    who: 'anyone',
    summary: 'Log in; the session is a cookie',
    body: Login,
    form: true,
    answers: { 204: nothing, ...errorResponses(400, 422, 429) },
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/auth/forgot-password',
    who: 'anyone',
    summary:
      'Request a link to reset the password; the response does not depend on whether the account exists',
    body: ForgotPassword,
    answers: { 202: nothing, ...errorResponses(422, 429) },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/auth/reset-password',
    who: 'anyone',
    summary: 'Set a new password with the mailed link; ends all sessions of the user',
    body: ResetPassword,
    answers: { 200: nothing, ...errorResponses(400, 422, 429) },
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/auth/verify',
    who: 'anyone',
    summary: 'Confirm an e-mail address with the mailed link; a changed address applies from then on',
    body: ConfirmEmail,
    answers: { 200: nothing, ...errorResponses(400, 422, 429) },
  }),
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
    summary:
      'Change the profile; a new e-mail or password needs the current password, a new e-mail applies after its confirmation, and a new password ends the other sessions',
    body: ProfileChange,
    answers: { 200: User, ...errorResponses(400, 401, 422, 429) },
  }),
  prove: call({
    method: 'POST',
    path: '/users/me/proof',
    who: 'user',
    summary:
      'Prove with the password who uses this session: for five minutes it may add program logins and webhooks, let programs switch pumps, and replace secrets of boards',
    body: Proof,
    answers: { 204: nothing, ...errorResponses(400, 401, 422, 429) },
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
    summary: "End one of the caller's sessions",
    params: z.strictObject({ id: SessionId }),
    answers: { 204: nothing, ...errorResponses(401, 404, 422) },
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/users/me/sessions',
    who: 'user',
    summary: "End the caller's other sessions",
    answers: { 204: nothing, ...errorResponses(401) },
  }),
  exportMe: call({
    method: 'GET',
    path: '/users/me/export',
    who: 'user',
    summary: 'The data of the logged-in user as a JSON file',
    file: 'application/json',
    needsDisk: true,
    answers: { 200: z.string(), ...errorResponses(401, 429, 507) },
  }),
  deleteMe: call({
    method: 'POST',
    path: '/users/me/delete',
    who: 'user',
    summary:
      'Delete the account: gives up its devices, ends delegated access and all sessions; the last Super Seller is refused',
    body: AccountDeletion,
    answers: { 204: nothing, ...errorResponses(400, 401, 409, 422, 429, 503) },
  }),
};
