import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { DeviceId } from '../text.ts';
import {
  Invitation,
  InvitationAccepted,
  InvitationMade,
  InvitationView,
  LinkBody,
  NewInvitation,
  NewRecipient,
  Recipient,
  RecipientAnswer,
  RecipientView,
} from './sharing.ts';

const nothing = z.void();
const device = z.strictObject({ id_dev: DeviceId });
const row = z.strictObject({ id_dev: DeviceId, id: RowIdText });

/** R4.18: invitations for people without an account, and recipients of alarms without rights. */
export const sharingCalls = {
  invitations: call({
    method: 'GET',
    path: '/users-devices/{id_dev}/invitations',
    who: 'user',
    action: 'delegate',
    summary: 'Invitations to the device that nobody has accepted yet',
    params: device,
    answers: { 200: z.array(Invitation), ...errorResponses(401, 403, 404, 422) },
  }),
  invite: call({
    method: 'POST',
    path: '/users-devices/{id_dev}/invitations',
    who: 'user',
    action: 'delegate',
    summary:
      'Invite a person by e-mail, or make a link; valid once, for 7 days, for an account with a confirmed e-mail',
    params: device,
    body: NewInvitation,
    answers: { 201: InvitationMade, ...errorResponses(401, 403, 404, 409, 422, 429) },
  }),
  withdrawInvitation: call({
    method: 'DELETE',
    path: '/users-devices/{id_dev}/invitations/{id}',
    who: 'user',
    action: 'delegate',
    summary: 'Withdraw an invitation',
    params: row,
    answers: { 204: nothing, ...errorResponses(401, 403, 404, 422) },
  }),
  openInvitation: call({
    method: 'POST',
    path: '/invitations/open',
    who: 'anyone',
    summary: 'What an invitation gives, for the holder of its link',
    body: LinkBody,
    answers: { 200: InvitationView, ...errorResponses(404, 422, 429) },
  }),
  acceptInvitation: call({
    method: 'POST',
    path: '/invitations/accept',
    who: 'user',
    summary: 'Accept an invitation with an account whose e-mail is confirmed',
    body: LinkBody,
    answers: { 200: InvitationAccepted, ...errorResponses(401, 403, 404, 409, 422, 429) },
  }),
  recipients: call({
    method: 'GET',
    path: '/users-devices/{id_dev}/recipients',
    who: 'user',
    action: 'delegate',
    summary: 'People who are told of alarms of the device and have no rights',
    params: device,
    answers: { 200: z.array(Recipient), ...errorResponses(401, 403, 404, 422) },
  }),
  addRecipient: call({
    method: 'POST',
    path: '/users-devices/{id_dev}/recipients',
    who: 'user',
    action: 'delegate',
    summary:
      'Ask a person by mail whether they want to be told of alarms; nothing else is sent before they agree',
    params: device,
    body: NewRecipient,
    answers: { 201: Recipient, ...errorResponses(401, 403, 404, 409, 422, 429) },
  }),
  removeRecipient: call({
    method: 'DELETE',
    path: '/users-devices/{id_dev}/recipients/{id}',
    who: 'user',
    action: 'delegate',
    summary: 'Tell this person no more; one who has declined stays, so that they are not asked again',
    params: row,
    answers: { 204: nothing, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  openRecipient: call({
    method: 'POST',
    path: '/recipients/open',
    who: 'anyone',
    summary: 'Who asks and what is answered, for the holder of the link in a mail to a recipient',
    body: LinkBody,
    answers: { 200: RecipientView, ...errorResponses(404, 422, 429) },
  }),
  answerRecipient: call({
    method: 'POST',
    path: '/recipients/answer',
    who: 'anyone',
    summary: 'Agree to be told of alarms, or end it, with the link in a mail',
    body: RecipientAnswer,
    answers: { 200: RecipientView, ...errorResponses(404, 422, 429) },
  }),
};
