import * as z from 'zod/mini';
import { line, nameText } from '../text.ts';
import { LocaleName } from './account.ts';
import { Email } from './login.ts';

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

/** A typed password; `Password` checks its strength, since that error has its own shape. */
const typedPassword = z.string().check(z.minLength(1, 'password_required'), z.maxLength(128, 'too_long'));

/** Empty, or a number that staff can call: six digits or more, with a plus, brackets, hyphens, slashes, dots and spaces. */
const PhoneNumber = line(0, 40).check(z.regex(/^(?:(?:[+()\-/. ]*\d){6,}[+()\-/. ]*)?$/, 'phone_format'));

/** R3.1 */
export const Registration = z.strictObject({
  email: Email,
  password: typedPassword,
  name: nameText(2, 100),
  surname: nameText(2, 100),
  phone_number: z.optional(z.nullable(PhoneNumber)),
  terms_accepted: z.literal(true, 'terms_required'),
  /** Language of the account and of its mails. */
  locale: z.optional(LocaleName),
});
export type Registration = z.infer<typeof Registration>;

/** R3.2: a password while it is typed, with the names that it must not be made of. */
export const PasswordToCheck = z.strictObject({
  password: z.string().check(z.maxLength(128, 'too_long')),
  email: line(0, 320),
  name: line(0, 100),
  surname: line(0, 100),
});
export type PasswordToCheck = z.infer<typeof PasswordToCheck>;

/** The first Super Seller, with the one-time code that the server printed. */
export const FirstUser = z.strictObject({ ...Registration.shape, code: line(1, 64) });
export type FirstUser = z.infer<typeof FirstUser>;

/** The sign-up form: the registration, a strong password, and its repetition. */
export const SignUpForm = z
  .object({ ...Registration.shape, password: Password, password_confirmation: z.string() })
  .check(
    z.refine((form) => form.password === form.password_confirmation, {
      path: ['password_confirmation'],
      error: 'passwords_differ',
    }),
  );
export type SignUpForm = z.infer<typeof SignUpForm>;

const linkToken = z.string().check(z.regex(/^[\w-]{1,128}$/, 'invalid'));

/** R3.4. The account's language is used; `locale` is the fallback. */
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
 * R3.5: omitted fields stay unchanged. A new e-mail takes effect when its mailed link is used; setting the current one
 * cancels a pending change.
 */
export const ProfileChange = z.strictObject({
  name: z.optional(nameText(2, 100)),
  surname: z.optional(nameText(2, 100)),
  email: z.optional(Email),
  phone_number: z.optional(z.nullable(PhoneNumber)),
  address: z.optional(z.nullable(line(0, 200))),
  password: z.optional(typedPassword),
  /** With a new password: also revokes logins of programs and own webhooks. */
  revoke_access: z.optional(z.boolean()),
});
export type ProfileChange = z.infer<typeof ProfileChange>;
