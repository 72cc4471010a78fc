import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { Inbox, NewMessage } from './inbox.ts';

export const inboxCalls = {
  inbox: call({
    method: 'GET',
    path: '/inbox',
    who: 'user',
    summary: 'Notifications and messages, newest first; the client stores which are read',
    answers: { 200: Inbox, ...errorResponses(401) },
  }),
  messageOwner: call({
    method: 'POST',
    path: '/devices/{id}/messages',
    who: 'user',
    action: 'message_owner',
    summary: 'Send a message of staff about a device to its owner',
    params: z.strictObject({ id: DeviceId }),
    body: NewMessage,
    answers: { 201: z.void(), ...errorResponses(401, 403, 404, 409, 422, 429) },
  }),
};
