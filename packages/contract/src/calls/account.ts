import * as z from 'zod/mini';
import {
  ForgotPassword,
  Login,
  Personalization,
  ProfileChange,
  Registration,
  ResetPassword,
  Role,
  SessionId,
  SessionRow,
  User,
} from '../account.ts';
import { call, no } from '../call.ts';

const nothing = z.void();

export const accountCalls = {
  register: call({
    method: 'POST',
    path: '/auth/register',
    who: 'anyone',
    summary: 'Create an account',
    body: Registration,
    answers: { 201: User, ...no(400, 422, 429) },
  }),
  login: call({
    method: 'POST',
    path: '/auth/jwt/login',
    who: 'anyone',
    summary: 'Log in; the session comes as a cookie',
    body: Login,
    form: true,
    answers: { 204: nothing, ...no(400, 422, 429) },
  }),
  logout: call({
    method: 'POST',
    path: '/auth/jwt/logout',
    who: 'anyone',
    summary: 'End this session; answers the same without one',
    answers: { 204: nothing },
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/auth/forgot-password',
    who: 'anyone',
    summary: 'Ask for a link to a new password; answers the same whether or not there is such an account',
    body: ForgotPassword,
    answers: { 202: nothing, ...no(422, 429) },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/auth/reset-password',
    who: 'anyone',
    summary: 'Set a new password by the mailed link; ends all sessions of the user',
    body: ResetPassword,
    answers: { 200: nothing, ...no(400, 422, 429) },
  }),
  me: call({
    method: 'GET',
    path: '/users/me',
    who: 'user',
    summary: 'The logged-in user',
    answers: { 200: User, ...no(401) },
  }),
  updateMe: call({
    method: 'PATCH',
    path: '/users/me',
    who: 'user',
    summary:
      'Change the profile; a new e-mail or password needs the current password, and a new password ends the other sessions',
    body: ProfileChange,
    answers: { 200: User, ...no(400, 401, 422, 429) },
  }),
  personalization: call({
    method: 'GET',
    path: '/users/me/personalization',
    who: 'user',
    summary: 'Card order, theme colour and language of the logged-in user',
    answers: { 200: Personalization, ...no(401) },
  }),
  setPersonalization: call({
    method: 'PUT',
    path: '/users/me/personalization',
    who: 'user',
    summary: 'Replace card order, theme colour and language',
    body: Personalization,
    answers: { 200: Personalization, ...no(401, 422) },
  }),
  sessions: call({
    method: 'GET',
    path: '/users/me/sessions',
    who: 'user',
    summary: 'Where the user is logged in, newest first',
    answers: { 200: z.array(SessionRow), ...no(401) },
  }),
  endSession: call({
    method: 'DELETE',
    path: '/users/me/sessions/{id}',
    who: 'user',
    summary: 'Log out one of the own sessions',
    params: z.strictObject({ id: SessionId }),
    answers: { 204: nothing, ...no(401, 404, 422) },
  }),
  rolesCheck: call({
    method: 'GET',
    path: '/roles/check',
    who: 'user',
    summary: 'Names of the roles of the logged-in user',
    answers: { 200: z.array(Role), ...no(401) },
  }),
};
