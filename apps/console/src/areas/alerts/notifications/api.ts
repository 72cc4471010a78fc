import { alertChannelCalls } from '@manoboard/contract/alert/alert-channels.calls';
import type { NotificationTest } from '@manoboard/contract/alert/alert-delivery';
import { alertDeliveryCalls } from '@manoboard/contract/alert/alert-delivery.calls';
import type { NewWebhook, WebhookChange } from '@manoboard/contract/alert/webhook';
import { perform, request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

/** Messages are sent at any time: refetched when the user returns to the tab. */
export const pushBrowsersQuery = {
  ...readQuery(['push-browsers'], alertChannelCalls.pushBrowsers),
  refetchOnWindowFocus: true,
};

export const webhooksQuery = {
  ...readQuery(['webhooks'], alertChannelCalls.webhooks),
  refetchOnWindowFocus: true,
};

export const webhookCallsQuery = (id: number) =>
  readQuery(['webhook-calls', id], alertChannelCalls.webhookCalls, { params: { id: `${id}` } });

export const ownDeliveriesQuery = {
  ...readQuery(['own-deliveries'], alertDeliveryCalls.ownDeliveries),
  refetchOnWindowFocus: true,
};

export const notificationsQuery = readQuery(['notifications'], alertDeliveryCalls.notifications);

/** Reads the receivers of the alerts of a device. */
export const receiversQuery = (deviceId: string) =>
  readQuery(['alert-receivers', deviceId], alertDeliveryCalls.alertReceivers, { params: { id: deviceId } });

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
