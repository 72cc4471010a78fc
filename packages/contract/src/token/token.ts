import * as z from 'zod/mini';
import { MAX_WALL_PUMPS } from '../device/wall.calls.ts';
import { DeviceId, nameText } from '../text.ts';

/** Begins every API token, so that scanners of repositories and logs find a leaked one. */
export const TOKEN_PREFIX = 'mnb_';

/** A token with which a script of the user calls the API, without the roles of the user. */
export const ApiToken = z.object({
  id: z.int(),
  name: z.string(),
  /** The devices whose pumps it may start and stop; with none it only reads. */
  switch_devices: z.array(z.string()),
  /** R9.1: the devices that it shows on a wall. A token with them opens nothing else. */
  watch_devices: z.optional(z.array(z.string())),
  /** Unix seconds. */
  created_at: z.int(),
  /** Unix seconds. An expired token is listed for a month. */
  expires_at: z.int(),
  /** `null`: never. To the minute. */
  last_used_at: z.nullable(z.int()),
  /** Network of the last use. */
  last_network: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** Why a user may not add a token: each is a code of a problem. */
export const TokenRefusal = z.enum(['EMAIL_UNCONFIRMED', 'TOO_MANY_INTEGRATIONS']);
export type TokenRefusal = z.infer<typeof TokenRefusal>;

export const TokenList = z.object({
  tokens: z.array(ApiToken),
  /** `null`: another token may be added. */
  refusal: z.nullable(TokenRefusal),
});
export type TokenList = z.infer<typeof TokenList>;

/** The answer to a new token: the secret is shown once. */
export const ApiTokenWithSecret = z.object({ ...ApiToken.shape, secret: z.string() });
export type ApiTokenWithSecret = z.infer<typeof ApiTokenWithSecret>;

/** Tokens of one user that have not expired. */
export const MAX_TOKENS = 10;
const MAX_TOKEN_DAYS = 365;
const MAX_SWITCH_DEVICES = 200;

export const NewApiToken = z.strictObject({
  name: nameText(1, 60),
  days: z.int().check(z.minimum(1), z.maximum(MAX_TOKEN_DAYS)),
  switch_devices: z.array(DeviceId).check(z.maxLength(MAX_SWITCH_DEVICES, 'too_long')),
  /** In the order of the wall. */
  watch_devices: z.optional(z.array(DeviceId).check(z.minLength(1), z.maxLength(MAX_WALL_PUMPS, 'too_long'))),
});
export type NewApiToken = z.infer<typeof NewApiToken>;
