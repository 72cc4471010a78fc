import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { NewPushSubscription, PushBrowser, PushKey } from './push-subscription.ts';
import { NewWebhook, Webhook, WebhookCall, WebhookChange, WebhookWithSecret } from './webhook.ts';

const row = z.strictObject({ id: RowIdText });

/** Ways to reach people besides mail. */
export const alertChannelCalls = {
  pushKey: call({
    method: 'GET',
    path: '/push/key',
    who: 'user',
    summary: 'Public key of the installation, with which a browser subscribes to notifications',
    answers: { 200: PushKey, ...errorResponses(401) },
  }),
  pushBrowsers: call({
    method: 'GET',
    path: '/users/me/push-subscriptions',
    who: 'user',
    summary: 'Browsers of the caller that get notifications, oldest first',
    answers: { 200: z.array(PushBrowser), ...errorResponses(401) },
  }),
  addPushBrowser: call({
    method: 'POST',
    path: '/users/me/push-subscriptions',
    who: 'user',
    summary:
      'Store the subscription of this browser; it ends with the logout. The same endpoint is stored once',
    body: NewPushSubscription,
    answers: { 201: PushBrowser, ...errorResponses(401, 409, 422) },
  }),
  removePushBrowser: call({
    method: 'DELETE',
    path: '/users/me/push-subscriptions/{id}',
    who: 'user',
    summary: 'Remove a browser of the caller',
    params: row,
    answers: { 204: z.void(), ...errorResponses(401, 404, 422) },
  }),
  webhooks: call({
    method: 'GET',
    path: '/webhooks',
    who: 'user',
    summary:
      'Webhooks of the caller, and for Super Sellers those of the installation, each with its last call',
    answers: { 200: z.array(Webhook), ...errorResponses(401) },
  }),
  addWebhook: call({
    method: 'POST',
    path: '/webhooks',
    who: 'user',
    summary: 'Add a webhook; the secret that signs its messages is in this answer only',
    body: NewWebhook,
    needsProof: 'always',
    answers: { 201: WebhookWithSecret, ...errorResponses(401, 403, 409, 422) },
  }),
  changeWebhook: call({
    method: 'PATCH',
    path: '/webhooks/{id}',
    who: 'user',
    summary: 'Change name or address of a webhook, or replace its secret, which is in this answer only',
    params: row,
    body: WebhookChange,
    needsProof: ['url', 'renew_secret'],
    answers: { 200: WebhookWithSecret, ...errorResponses(401, 403, 404, 422) },
  }),
  removeWebhook: call({
    method: 'DELETE',
    path: '/webhooks/{id}',
    who: 'user',
    summary: 'Remove a webhook and its log',
    params: row,
    answers: { 204: z.void(), ...errorResponses(401, 404, 422) },
  }),
  webhookCalls: call({
    method: 'GET',
    path: '/webhooks/{id}/calls',
    who: 'user',
    summary: 'The last 50 calls of a webhook, newest first',
    params: row,
    answers: { 200: z.array(WebhookCall), ...errorResponses(401, 404, 422) },
  }),
};
