import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { OwnLogin, SecurityCsvQuery, SecurityPage, SecurityQuery } from './security-event.ts';

export const securityCalls = {
  securityEvents: call({
    method: 'GET',
    path: '/installation/security-events',
    who: 'user',
    permission: 'manage_installation',
    summary: 'The security log, newest first: logins, denials, limits, changes of access and exports',
    query: SecurityQuery,
    answers: { 200: SecurityPage, ...errorResponses(401, 403, 422) },
  }),
  securityEventsCsv: call({
    method: 'GET',
    path: '/installation/security-events.csv',
    who: 'user',
    permission: 'manage_installation',
    summary: 'The filtered security log as CSV',
    query: SecurityCsvQuery,
    file: 'text/csv',
    needsDisk: true,
    answers: { 200: z.string(), ...errorResponses(401, 403, 422, 429, 507) },
  }),
  ownLogins: call({
    method: 'GET',
    path: '/users/me/logins',
    who: 'user',
    summary: 'The last logins of the own account, and attempts that were refused',
    answers: { 200: z.array(OwnLogin), ...errorResponses(401) },
  }),
};
