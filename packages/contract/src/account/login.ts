import * as z from 'zod/mini';
import { line } from '../text.ts';

/** R3.2 and R7.1: the messages of these schemas are keys of the locale files (`validation.*`). */
export const Email = z
  .string()
  .check(z.trim(), z.minLength(1, 'email_required'), z.maxLength(254, 'too_long'), z.email('email_format'));

export const LoginForm = z.object({
  username: Email,
  password: z.string().check(z.minLength(1, 'password_required')),
  remember: z.boolean(),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** The login call takes a form (FastAPI Users), so every value is a string. */
export const Login = z.strictObject({
  username: line(1, 254),
  password: z.string().check(z.minLength(1), z.maxLength(128)),
  remember: z.optional(z.enum(['true', 'false'])),
});
export type Login = z.infer<typeof Login>;

/** The password is right; `token` is valid for ten minutes, for the step with the second factor. */
export const LoginStep = z.object({
  token: z.string(),
  has_totp: z.boolean(),
  has_recovery_codes: z.boolean(),
  /** Options of the passkeys of the account as JSON text, with `token` as their challenge; `PasskeyOptions` reads them. */
  passkey: z.nullable(z.string()),
});
export type LoginStep = z.infer<typeof LoginStep>;
