import { alertChannelCalls } from '@manoboard/contract/alert/alert-channels.calls';
import type { NotificationTest } from '@manoboard/contract/alert/alert-delivery';
import { alertDeliveryCalls } from '@manoboard/contract/alert/alert-delivery.calls';
import type { NewWebhook, WebhookChange } from '@manoboard/contract/alert/webhook';
import { perform, read, request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';

interface Reading {
  signal: AbortSignal;
}

/** Messages are sent at any time: refetched when the user returns to the tab. */
export const pushBrowsersQuery = {
  queryKey: ['push-browsers'],
  queryFn: ({ signal }: Reading) => read(alertChannelCalls.pushBrowsers, signal),
  refetchOnWindowFocus: true,
};

export const webhooksQuery = {
  queryKey: ['webhooks'],
  queryFn: ({ signal }: Reading) => read(alertChannelCalls.webhooks, signal),
  refetchOnWindowFocus: true,
};

export const webhookCallsQuery = (id: number) => ({
  queryKey: ['webhook-calls', id],
  queryFn: ({ signal }: Reading) => read(alertChannelCalls.webhookCalls, signal, { params: { id: `${id}` } }),
});

export const ownDeliveriesQuery = {
  queryKey: ['own-deliveries'],
  queryFn: ({ signal }: Reading) => read(alertDeliveryCalls.ownDeliveries, signal),
  refetchOnWindowFocus: true,
};

export const notificationsQuery = {
  queryKey: ['notifications'],
  queryFn: ({ signal }: Reading) => read(alertDeliveryCalls.notifications, signal),
};

export const addWebhook = (body: NewWebhook) =>
  withProof(() => request(alertChannelCalls.addWebhook, { body }));
export const changeWebhook = (id: number, body: WebhookChange) =>
  withProof(() => request(alertChannelCalls.changeWebhook, { params: { id: `${id}` }, body }));
/** False when the session is over, also below. */
export const removeWebhook = (id: number) =>
  perform(alertChannelCalls.removeWebhook, { params: { id: `${id}` } });
export const removePushBrowser = (id: number) =>
  perform(alertChannelCalls.removePushBrowser, { params: { id: `${id}` } });

export const sendTest = (body: NotificationTest) => request(alertDeliveryCalls.testNotification, { body });
