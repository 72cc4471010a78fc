import * as z from 'zod/mini';
import { LocaleName } from './account.ts';
import { line } from './text.ts';

/** R3.2 and R7.1: the messages of these schemas are keys of the locale files (`validation.*`). */
export const Email = z
  .string()
  .check(z.trim(), z.minLength(1, 'email_required'), z.maxLength(254, 'too_long'), z.email('email_format'));

export const Password = z
  .string()
  .check(
    z.minLength(1, 'password_required'),
    z.minLength(8, 'password_weak'),
    z.maxLength(128, 'too_long'),
    z.regex(/\d/, 'password_weak'),
    z.regex(/\p{Lu}/u, 'password_weak'),
    z.regex(/\p{Ll}/u, 'password_weak'),
  );

/** A password as it is typed: whether it is strong is `Password`'s judgement, whose refusal has a shape of its own. */
const typedPassword = z.string().check(z.minLength(1, 'password_required'), z.maxLength(128, 'too_long'));

/** R3.1 */
export const Registration = z.strictObject({
  email: Email,
  password: typedPassword,
  name: line(2, 100),
  surname: line(2, 100),
  phone_number: z.optional(z.nullable(line(0, 40))),
  terms_accepted: z.literal(true, 'terms_required'),
  /** The account's language from the start, and that of its mails. */
  locale: z.optional(LocaleName),
});
export type Registration = z.infer<typeof Registration>;

/** What the sign-up form asks: the registration, a strong password, and the same password twice. */
export const SignUpForm = z
  .object({ ...Registration.shape, password: Password, password_confirmation: z.string() })
  .check(
    z.refine((form) => form.password === form.password_confirmation, {
      path: ['password_confirmation'],
      error: 'passwords_differ',
    }),
  );
export type SignUpForm = z.infer<typeof SignUpForm>;

export const LoginForm = z.object({
  username: Email,
  password: z.string().check(z.minLength(1, 'password_required')),
  remember: z.boolean(),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** The login call takes a form (FastAPI Users), so every value is a text. */
export const Login = z.strictObject({
  username: line(1, 254),
  password: z.string().check(z.minLength(1), z.maxLength(128)),
  remember: z.optional(z.enum(['true', 'false'])),
});
export type Login = z.infer<typeof Login>;

const linkToken = z.string().check(z.regex(/^[\w-]{1,128}$/, 'invalid'));

/** R3.4. The account's language decides; `locale` counts for accounts without one. */
export const ForgotPassword = z.strictObject({ email: Email, locale: z.optional(LocaleName) });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** R3.4 */
export const ResetPassword = z.strictObject({
  token: linkToken,
  password: typedPassword,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

/** R4.3d */
export const ConfirmEmail = z.strictObject({ token: linkToken });
export type ConfirmEmail = z.infer<typeof ConfirmEmail>;

/**
 * R3.5: what is left out stays. A new e-mail or password needs the current password. A new e-mail counts when its
 * mailed link is used; the current one takes a pending one back.
 */
export const ProfileChange = z.strictObject({
  name: z.optional(line(2, 100)),
  surname: z.optional(line(2, 100)),
  email: z.optional(Email),
  phone_number: z.optional(z.nullable(line(0, 40))),
  address: z.optional(z.nullable(line(0, 200))),
  password: z.optional(typedPassword),
  current_password: z.optional(typedPassword),
});
export type ProfileChange = z.infer<typeof ProfileChange>;
