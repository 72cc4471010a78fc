import type { AnyUser } from '@manoboard/contract/account/any-user';
import { ProfileChange } from '@manoboard/contract/account/credentials';
import { type FieldErrors, schemaErrors } from '../../../lib/forms/form-errors.ts';
import { newPasswordErrors } from '../../../lib/forms/new-password.ts';

/** In the order of the form. */
export const profileValues = (user: AnyUser) => ({
  name: user.name,
  surname: user.surname,
  email: user.email,
  phone_number: user.phone_number ?? '',
  address: user.address ?? '',
  password: '',
  password_confirmation: '',
  /** Ignored without a new password. */
  revoke_access: true,
});
export type ProfileValues = ReturnType<typeof profileValues>;

/** Only what the user has changed since it was shown: another tab may have saved the other fields. */
export function toChange(shown: ProfileValues, values: ProfileValues): ProfileChange {
  const fields = ['name', 'surname', 'phone_number', 'address'] as const;
  const email = values.email.trim();
  return {
    ...Object.fromEntries(
      fields.flatMap((name) => (values[name] === shown[name] ? [] : [[name, values[name]]])),
    ),
    ...(email !== shown.email && { email }),
    ...(values.password !== '' && { password: values.password, revoke_access: values.revoke_access }),
  };
}

/** R3.2. A stored phone number that no rule had checked is not sent, and holds no other change back. */
export function profileErrors(shown: ProfileValues, values: ProfileValues): FieldErrors<keyof ProfileValues> {
  const { name, surname, email, address } = values;
  const isKept = values.phone_number === shown.phone_number;
  const phone_number = isKept ? undefined : values.phone_number;
  const errors: FieldErrors<keyof ProfileValues> = {
    ...schemaErrors(ProfileChange, { name, surname, email, phone_number, address }),
    ...((values.password !== '' || values.password_confirmation !== '') && newPasswordErrors(values)),
  };
  if (name.trim() === '') errors.name = 'validation.name_required';
  if (surname.trim() === '') errors.surname = 'validation.surname_required';
  return errors;
}
