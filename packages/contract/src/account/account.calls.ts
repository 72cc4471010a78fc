import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { Personalization, Role, User } from './account.ts';

const nothing = z.void();

export const accountCalls = {
  logout: call({
    method: 'POST',
    path: '/auth/jwt/logout',
    who: 'anyone',
    summary: 'End this session; the response is the same without a session',
    answers: { 204: nothing, ...errorResponses(429) },
  }),
  me: call({
    method: 'GET',
    path: '/users/me',
    who: 'user',
    isBeforeFactor: true,
    summary: 'The logged-in user',
    answers: { 200: User, ...errorResponses(401) },
  }),
  personalization: call({
    method: 'GET',
    path: '/users/me/personalization',
    who: 'user',
    isBeforeFactor: true,
    summary: 'Card order, theme colour, language and time zone of the logged-in user',
    answers: { 200: Personalization, ...errorResponses(401) },
  }),
  setPersonalization: call({
    method: 'PUT',
    path: '/users/me/personalization',
    who: 'user',
    isBeforeFactor: true,
    summary: 'Replace card order, theme colour, language, time zone and saved filters',
    body: Personalization,
    answers: { 200: Personalization, ...errorResponses(401, 422) },
  }),
  rolesCheck: call({
    method: 'GET',
    path: '/roles/check',
    who: 'user',
    isBeforeFactor: true,
    summary: 'Names of the roles of the logged-in user',
    answers: { 200: z.array(Role), ...errorResponses(401) },
  }),
};
