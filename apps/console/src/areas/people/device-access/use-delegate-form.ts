import { type Delegation, NewDelegation } from '@manoboard/contract/device/device-access';
import { useRef } from 'react';
import { endOfDay } from '../../../device/delegation-end.ts';
import { useDayText } from '../../../device/end-field.tsx';
import { type FieldErrors, schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { delegate } from './api.ts';

const EMPTY = { email: '', end: '' };
type Values = typeof EMPTY;

function errorsOf({ email, end }: Values): FieldErrors<keyof Values> {
  const { email: emailError } = schemaErrors(NewDelegation, { email });
  const errors: FieldErrors<keyof Values> = emailError ? { email: emailError } : {};
  const expiresAt = endOfDay(end);
  // An incomplete date must not count as empty, which is access without an end.
  if (expiresAt === null && end.trim() !== '') errors.end = 'validation.day_format';
  else if (expiresAt !== null && expiresAt <= serverNowS()) errors.end = 'problem.DELEGATION_END_REFUSED';
  return errors;
}

/** R4.3, R4.3b */
export function useDelegateForm(deviceId: string, onDelegated: (delegation: Delegation) => void) {
  const dayText = useDayText();
  const endInput = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: EMPTY,
    validate: errorsOf,
    send: async (sent) => {
      const { email, end } = sent;
      const delegation = await delegate(deviceId, { email: email.trim(), expires_at: endOfDay(end) });
      if (!delegation) return;
      form.replaceSent(sent, EMPTY);
      onDelegated(delegation);
    },
    fieldOfCode: {
      USER_NOT_FOUND: 'email',
      USER_LEVEL_TOO_LOW: 'email',
      USER_HAS_ACCESS: 'email',
      DELEGATE_TO_SELF: 'email',
      DELEGATION_END_REFUSED: 'end',
    },
  });
  return {
    ...form,
    endInput,
    /** Delegating again changes the end. */
    changeEnd({ email, expires_at }: Delegation) {
      form.fill({ email, end: dayText(expires_at) });
      endInput.current?.focus();
    },
  };
}
