import * as z from 'zod/mini';
import { LocaleName } from '../account/account.ts';
import { EventSeverity } from '../mqtt/event.ts';
import { nameText } from '../text.ts';
import { OutgoingFailure, OutgoingUrl } from './push-subscription.ts';

/** `user`: alerts that its user gets. `installation`: alerts of all devices; Super Sellers manage them. */
const WebhookScope = z.enum(['user', 'installation']);

/** One request to a webhook. */
export const WebhookCall = z.object({
  id: z.int(),
  /** Unix seconds. */
  at: z.int(),
  is_test: z.boolean(),
  /** The HTTP status of the answer; `null` without an answer. */
  status: z.nullable(z.int()),
  duration_ms: z.int(),
  /** `null`: the receiver has accepted the message. */
  failure: z.nullable(OutgoingFailure),
  /** The beginning of the answer, or of the error. */
  answer: z.nullable(z.string()),
});
export type WebhookCall = z.infer<typeof WebhookCall>;

export const Webhook = z.object({
  id: z.int(),
  scope: WebhookScope,
  name: z.string(),
  url: z.string(),
  created_at: z.int(),
  last_call: z.nullable(WebhookCall),
});
export type Webhook = z.infer<typeof Webhook>;

/** The answer to a new webhook and to a new secret: the secret is shown once. */
export const WebhookWithSecret = z.object({ ...Webhook.shape, secret: z.nullable(z.string()) });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

const editable = { name: nameText(1, 60), url: OutgoingUrl };
export const NewWebhook = z.strictObject({ scope: WebhookScope, ...editable });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** `renew_secret` replaces the secret; receivers must learn the new one. */
export const WebhookChange = z.strictObject({
  name: z.optional(editable.name),
  url: z.optional(editable.url),
  renew_secret: z.optional(z.literal(true)),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

/** Limit per user, and for the installation. */
export const MAX_WEBHOOKS = 20;
/** Calls of a webhook that are stored. */
export const MAX_WEBHOOK_CALLS = 50;

/** One alert of a webhook's message. */
const WebhookAlert = z.object({
  /** `null` for a test and for a summary of several alerts. */
  id: z.nullable(z.int()),
  change: z.enum(['raised', 'escalated', 'cleared']),
  /** For example `dry_run`; docs/alerts.md lists the kinds. */
  kind: z.string(),
  severity: EventSeverity,
  title: z.string(),
  text: z.string(),
  next_step: z.string(),
  /** Page of the alert in the console. */
  url: z.string(),
  /** Unix seconds. */
  raised_at: z.int(),
  cleared_at: z.nullable(z.int()),
  /** `null` for an alert of the whole installation. */
  device: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
});

/** The JSON that a webhook gets. Within version 1 fields are added, never renamed or removed. */
export const WebhookMessage = z.object({
  version: z.literal(1),
  /** The same when the message is sent again; also the header `webhook-id`. */
  id: z.string(),
  type: z.enum(['alert.raised', 'alert.escalated', 'alert.cleared', 'test']),
  /** Language of the texts. */
  locale: LocaleName,
  alert: WebhookAlert,
  /** The single alerts of a summary, otherwise empty. */
  items: z.array(WebhookAlert),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;
