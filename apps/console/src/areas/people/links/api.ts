import { sharingCalls } from '@manoboard/contract/device/sharing.calls';
import { request } from '../../../lib/http/http.ts';

const body = (token: string) => ({ body: { token } });

/** R4.18: what the link of an invitation gives. */
export const openInvitation = (token: string) => request(sharingCalls.openInvitation, body(token));
export const acceptInvitation = (token: string) => request(sharingCalls.acceptInvitation, body(token));

/** R4.18: the question to a person who is to be told of alarms. */
export const openRecipient = (token: string) => request(sharingCalls.openRecipient, body(token));
export const answerRecipient = (token: string, agrees: boolean) =>
  request(sharingCalls.answerRecipient, { body: { token, agrees } });
