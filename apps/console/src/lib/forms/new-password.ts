import { Password } from '@manoboard/contract/account/credentials';
import * as z from 'zod/mini';
import { type FieldErrors, schemaErrors } from './form-errors.ts';

const NewPassword = z.object({ password: Password });

/** R3.2: the password must be strong and equal its confirmation. */
export function newPasswordErrors(values: {
  password: string;
  password_confirmation: string;
}): FieldErrors<'password' | 'password_confirmation'> {
  const errors: FieldErrors<'password' | 'password_confirmation'> = schemaErrors(NewPassword, {
    password: values.password,
  });
  if (values.password !== values.password_confirmation) {
    errors.password_confirmation = 'validation.passwords_differ';
  }
  return errors;
}
