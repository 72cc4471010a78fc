import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { User } from './account.ts';
import { ConfirmEmail, ForgotPassword, PasswordToCheck, Registration, ResetPassword } from './credentials.ts';

const nothing = z.void();

/** Calls of the pages before the login. Separate from `account.calls.ts`, which every page loads. */
export const authCalls = {
  register: call({
    method: 'POST',
    path: '/auth/register',
    who: 'anyone',
    summary: 'Create an account',
    body: Registration,
    answers: { 201: User, ...errorResponses(400, 422, 429) },
  }),
  checkPassword: call({
    method: 'POST',
    path: '/auth/check-password',
    who: 'anyone',
    summary: 'Whether the server would accept a new password; nothing is stored',
    body: PasswordToCheck,
    answers: {
      /** A key of the messages of fields; `null`: it would. */
      200: z.object({ reason: z.nullable(z.string()) }),
      ...errorResponses(422, 429),
    },
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
};
