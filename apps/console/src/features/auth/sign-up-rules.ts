import { SignUpForm } from '@manoboard/contract/nouns/credentials';
import { type FieldErrors, schemaErrors } from '../../lib/form-errors.ts';

/** In the order of the form. */
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

/** R3.2: the schema's judgement, and the two names' own sentence while they are empty. */
export function signUpErrors(values: SignUpValues): FieldErrors<SignUpField> {
  const errors = schemaErrors<SignUpField>(SignUpForm, values);
  if (values.name.trim() === '') errors.name = 'validation.name_required';
  if (values.surname.trim() === '') errors.surname = 'validation.surname_required';
  // The schema compares the passwords only once the terms are agreed to; people want to know at once.
  if (values.password !== values.password_confirmation) {
    errors.password_confirmation = 'validation.passwords_differ';
  }
  return errors;
}
