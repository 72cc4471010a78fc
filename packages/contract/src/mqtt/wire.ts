import * as z from 'zod/mini';

/** Common field types of MQTT messages. */
export const v = z.literal(1);
export const count = z.int().check(z.gte(0), z.lte(2 ** 31 - 1));
/** Up to the year 9999, the last one with an ISO date that Postgres parses. 32 bits end in 2106. */
export const unixSeconds = z.int().check(z.gte(0), z.lte(253_402_300_799));
/** Unix seconds by the sender's clock; 0 while the clock is unset. @alias */
export const ts = unixSeconds;
/** Letters, digits and `_.:+-` only. */
export const asciiName = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w.:+-]+$/));
/** ID of a command or an event. */
export const MessageId = z.string().check(z.regex(/^[0-9A-Z]{10,32}$/));
/** Hash of a converter profile: 128 bits of the SHA-256 of its text. */
export const ProfileHash = z.string().check(z.regex(/^[0-9a-f]{32}$/));
/** One Modbus word. */
export const register = z.int().check(z.gte(0), z.lte(65535));

/** Most words that a GD10 returns per read (`domain.md` 1). */
export const MAX_WORDS = 16;
