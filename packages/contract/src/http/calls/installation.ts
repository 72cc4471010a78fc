import { Enrolment, NewEnrolment } from '../../nouns/enrolment.ts';
import { Installation, MailTest } from '../../nouns/installation.ts';
import { call, errorResponses } from '../call.ts';

export const installationCalls = {
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
  enrolBoard: call({
    method: 'POST',
    path: '/enrolments',
    who: 'user',
    permission: 'manage_installation',
    summary: 'Enrol a board: the server makes its secret and claim code and returns them once',
    body: NewEnrolment,
    answers: { 201: Enrolment, ...errorResponses(401, 403, 409, 422) },
  }),
};
