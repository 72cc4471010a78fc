import * as z from 'zod/mini';
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

export const Role = z.enum(['Super Seller', 'Seller', 'Technician']);
export type Role = z.infer<typeof Role>;

export const User = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone_number: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

/** R3.1. The password's strength is checked by `Password`, whose refusal has a shape of its own. */
export const Registration = z.strictObject({
  email: Email,
  password: z.string().check(z.minLength(1, 'password_required'), z.maxLength(128, 'too_long')),
  name: line(2, 100),
  surname: line(2, 100),
  phone_number: z.optional(z.nullable(line(0, 40))),
  terms_accepted: z.literal(true, 'terms_required'),
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
