import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { Login, LoginStep } from './login.ts';

/** The login page loads no other calls. */
export const loginCalls = {
  login: call({
    method: 'POST',
    path: '/auth/jwt/login',
    who: 'anyone',
    summary: 'Log in; the session is a cookie. 202: the password is right, and a second factor is needed',
    body: Login,
    form: true,
    answers: { 204: z.void(), 202: LoginStep, ...errorResponses(400, 422, 429) },
  }),
};
