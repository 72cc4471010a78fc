import * as z from 'zod/mini';

/** Base64url text of exactly this many bytes, as browsers write it, with or without padding. */
const bytesText = (bytes: number) => {
  const characters = Math.ceil((bytes * 4) / 3);
  return z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), 'push_key_format'));
};

/** An address to which the server sends requests. The server decides which hosts it may name. */
export const OutgoingUrl = z
  .string()
  .check(z.maxLength(2000, 'too_long'), z.regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/u, 'url_format'));

/** The public half of the key by which a push service recognises this installation (VAPID). */
export const PushKey = z.object({ public_key: z.string() });

/** What a browser returns for `pushManager.subscribe`: where to send, and the keys that encrypt the content. */
export const NewPushSubscription = z.strictObject({
  endpoint: OutgoingUrl,
  keys: z.strictObject({ p256dh: bytesText(65), auth: bytesText(16) }),
});
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

/**
 * Why a request of the server failed. `status`: the receiver answered with an error. `unreachable`: no answer; the reason
 * is for Super Sellers only, since it would tell users which names and ports exist in the network of the server.
 */
export const OutgoingFailure = z.enum([
  'status',
  'redirect',
  'address',
  'timeout',
  'unknown_host',
  'refused',
  'tls',
  'unreachable',
  'other',
]);
export type OutgoingFailure = z.infer<typeof OutgoingFailure>;

/** A browser that gets notifications. */
export const PushBrowser = z.object({
  id: z.int(),
  /** SHA-256 of the endpoint in hex: a browser recognises itself by it. */
  endpoint_hash: z.string(),
  user_agent: z.nullable(z.string()),
  /** Unix seconds. */
  created_at: z.int(),
  /** The last notification that the push service accepted. */
  sent_at: z.nullable(z.int()),
  /** Set if the last attempt failed. */
  failed_at: z.nullable(z.int()),
  failure: z.nullable(OutgoingFailure),
});
export type PushBrowser = z.infer<typeof PushBrowser>;

/** Limit per user. */
export const MAX_PUSH_BROWSERS = 20;
