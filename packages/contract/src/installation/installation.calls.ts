import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { BlockedBoard, BoardBlock, Enrolment, NewEnrolment } from './enrolment.ts';
import { FirstRun, Installation, MailTest, OpenedMail } from './installation.ts';

export const installationCalls = {
  version: call({
    method: 'GET',
    path: '/version',
    who: 'anyone',
    summary: 'Version of the server',
    answers: { 200: z.object({ version: z.string() }), ...errorResponses(429) },
  }),
  installation: call({
    method: 'GET',
    path: '/installation',
    who: 'user',
    permission: 'manage_installation',
    summary: 'Addresses, mail, database, disk and broker of the server, and how this request reached it',
    answers: { 200: Installation, ...errorResponses(401, 403) },
  }),
  sendTestMail: call({
    method: 'POST',
    path: '/installation/test-mail',
    who: 'user',
    permission: 'manage_installation',
    summary: 'Send a test mail to oneself and return the outcome; five in an hour',
    answers: { 200: MailTest, ...errorResponses(401, 403, 429) },
  }),
  confirmTestMail: call({
    method: 'POST',
    path: '/installation/test-mail/opened',
    who: 'user',
    permission: 'manage_installation',
    summary: 'Confirm by the token of its link that the newest test mail has arrived',
    body: OpenedMail,
    answers: { 204: z.void(), ...errorResponses(400, 401, 403, 422) },
  }),
  firstRun: call({
    method: 'GET',
    path: '/installation/first-run',
    who: 'user',
    permission: 'manage_installation',
    summary: 'The checklist of a new installation: test mail and first board',
    answers: { 200: FirstRun, ...errorResponses(401, 403) },
  }),
  dismissFirstRun: call({
    method: 'POST',
    path: '/installation/first-run/dismiss',
    who: 'user',
    permission: 'manage_installation',
    summary: 'Dismiss the checklist of a new installation for all Super Sellers',
    answers: { 204: z.void(), ...errorResponses(401, 403) },
  }),
  enrolBoard: call({
    method: 'POST',
    path: '/enrolments',
    who: 'user',
    permission: 'manage_installation',
    summary: 'Enrol a board: the server makes its secret and claim code and returns them once',
    body: NewEnrolment,
    needsProof: ['is_replacing'],
    answers: { 201: Enrolment, ...errorResponses(401, 403, 409, 422) },
  }),
  blockedBoards: call({
    method: 'GET',
    path: '/enrolments/blocked',
    who: 'user',
    permission: 'manage_installation',
    summary: 'Boards that the broker refuses',
    answers: { 200: z.array(BlockedBoard), ...errorResponses(401, 403) },
  }),
  blockBoard: call({
    method: 'PUT',
    path: '/enrolments/blocked',
    who: 'user',
    permission: 'manage_installation',
    summary:
      'Block a board: its connection ends at once, and it is refused until it is unblocked; its history stays',
    body: BoardBlock,
    needsProof: 'always',
    answers: { 204: z.void(), ...errorResponses(401, 403, 404, 422) },
  }),
};
