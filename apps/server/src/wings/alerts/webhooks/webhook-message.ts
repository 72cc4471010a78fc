import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '@manoboard/contract/alert/webhook';
import type { AlertItem, AlertMessage } from '../alert-channel.ts';

const toAlert = (item: AlertItem): WebhookMessage['alert'] => ({
  id: item.alertId,
  change: item.change,
  kind: item.kind,
  severity: item.severity,
  title: item.title,
  text: item.text,
  next_step: item.nextStep,
  url: item.url,
  raised_at: item.raisedAtS,
  cleared_at: item.clearedAtS,
  device: item.deviceId === null ? null : { id: item.deviceId, name: item.deviceName },
});

/** The body holds no time of sending: an attempt that is repeated sends the same bytes. */
export const toWebhookMessage = (message: AlertMessage): WebhookMessage => ({
  version: 1,
  id: message.messageId,
  type: message.isTest ? 'test' : `alert.${message.change}`,
  locale: message.locale,
  alert: toAlert(message),
  items: message.items.map(toAlert),
});

/** As `whsec_…`, the form of Standard Webhooks, whose libraries check the signature. */
export const secretText = (secret: Buffer) => `whsec_${secret.toString('base64')}`;

/** Headers of Standard Webhooks: HMAC-SHA256 over ID, time and body, so that a copied request expires. */
export function signedHeaders(secret: Buffer, id: string, atS: number, body: string) {
  const signature = createHmac('sha256', secret).update(`${id}.${atS}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': `${atS}`, 'webhook-signature': `v1,${signature}` };
}
