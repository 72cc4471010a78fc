import { SignUpForm } from '@manoboard/contract/account';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { register } from './api.ts';
import { type ErrorKey, type FieldErrors, refusalOf, schemaErrors } from './form-errors.ts';

export interface SignUpValues {
  name: string;
  surname: string;
  email: string;
  phone_number: string;
  password: string;
  password_confirmation: string;
  terms_accepted: boolean;
}
type Field = keyof SignUpValues;

const EMPTY: SignUpValues = {
  name: '',
  surname: '',
  email: '',
  phone_number: '',
  password: '',
  password_confirmation: '',
  terms_accepted: false,
};
const FIELDS = Object.keys(EMPTY) as Field[];

/** R3.2: the schema's judgement, and the two names' own sentence while they are empty. */
export function signUpErrors(values: SignUpValues): FieldErrors<Field> {
  const errors = schemaErrors<Field>(SignUpForm, { ...values });
  if (values.name.trim() === '') errors.name = 'validation.name_required';
  if (values.surname.trim() === '') errors.surname = 'validation.surname_required';
  // The schema compares the passwords only once everything else is right; people want to know at once.
  if (values.password !== values.password_confirmation) {
    errors.password_confirmation = 'validation.passwords_differ';
  }
  return errors;
}

export function useSignUp(onRegistered: (email: string) => void) {
  const [problem, setProblem] = useState<ErrorKey>();
  const [isSending, setIsSending] = useState(false);
  const form = useForm<SignUpValues>({ initialValues: EMPTY, validate: signUpErrors });

  async function submit({ password_confirmation: _, phone_number, ...values }: SignUpValues) {
    setProblem(undefined);
    setIsSending(true);
    const phone = phone_number.trim();
    try {
      await register({ ...values, terms_accepted: true, phone_number: phone === '' ? null : phone });
      onRegistered(values.email.trim());
    } catch (error) {
      const refusal = refusalOf(error, FIELDS, {
        REGISTER_USER_ALREADY_EXISTS: 'email',
        REGISTER_INVALID_PASSWORD: 'password',
      });
      form.setErrors(refusal.fields);
      setProblem(refusal.form);
    } finally {
      setIsSending(false);
    }
  }

  return { form, problem, isSending, submit };
}
