import { SignUpForm } from '@manoboard/contract/account/credentials';
import { type FieldErrors, schemaErrors } from '../../../lib/forms/form-errors.ts';

/** In the order of the form fields. */
export const EMPTY_SIGN_UP = {
  name: '',
  surname: '',
  email: '',
  phone_number: '',
  password: '',
  password_confirmation: '',
  terms_accepted: false as boolean,
};
export type SignUpValues = typeof EMPTY_SIGN_UP;
export type SignUpField = keyof SignUpValues;

/** R3.2: the errors of the schema, with separate messages for an empty name and surname. */
export function signUpErrors(values: SignUpValues): FieldErrors<SignUpField> {
  const errors = schemaErrors<SignUpField>(SignUpForm, values);
  if (values.name.trim() === '') errors.name = 'validation.name_required';
  if (values.surname.trim() === '') errors.surname = 'validation.surname_required';
  // The schema compares the passwords only after the terms are accepted; the form reports a difference at once.
  if (values.password !== values.password_confirmation) {
    errors.password_confirmation = 'validation.passwords_differ';
  }
  return errors;
}
