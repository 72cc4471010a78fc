import { AccessLevel } from '@manoboard/contract/device/device';
import { NewDelegation } from '@manoboard/contract/device/device-access';
import { useRef } from 'react';
import { endOfDay } from '../../../device/delegation-end.ts';
import { type FieldErrors, schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { wallTimeOf } from '../../../lib/time/wall-time.ts';
import { share } from './api.ts';

/** How long the access lasts. */
export const SPANS = ['always', 'summer', 'date'] as const;
type Span = (typeof SPANS)[number];

type ShareValues = {
  email: string;
  level: AccessLevel;
  span: Span;
  end: string;
};
export type ShareStart = Partial<ShareValues>;
const EMPTY: ShareValues = { email: '', level: 'switch', span: 'always', end: '' };

/** The last second of the coming 31 August. */
function endOfSummer(): number | null {
  const nowS = serverNowS();
  const { year } = wallTimeOf(nowS);
  const thisYear = endOfDay(`${year}-08-31`);
  return thisYear !== null && thisYear > nowS ? thisYear : endOfDay(`${year + 1}-08-31`);
}

const endOf = ({ span, end }: ShareValues): number | null =>
  span === 'always' ? null : span === 'summer' ? endOfSummer() : endOfDay(end);

function endError(values: ShareValues): FieldErrors<'end'> {
  const expiresAt = endOf(values);
  // An incomplete date must not count as access without an end.
  if (values.span === 'date' && expiresAt === null) return { end: 'validation.day_format' };
  return expiresAt !== null && expiresAt <= serverNowS() ? { end: 'problem.DELEGATION_END_REFUSED' } : {};
}

interface Settings {
  deviceId: string;
  initial: ShareStart;
  onShared: (outcome: 'shared' | 'invited', email: string) => void;
}

/** R4.3, R4.3b, R4.18 */
export function useShareForm({ deviceId, initial, onShared }: Settings) {
  const endInput = useRef<HTMLInputElement>(null);
  const form = useForm<ShareValues>({
    initial: { ...EMPTY, ...initial },
    validate: (values) => {
      const { email } = schemaErrors(NewDelegation, { email: values.email });
      return { ...(email && { email }), ...endError(values) };
    },
    send: async (values) => {
      const email = values.email.trim();
      const level = AccessLevel.parse(values.level);
      const outcome = await share(deviceId, { email, level, expires_at: endOf(values) });
      if (outcome) onShared(outcome, email);
    },
    fieldOfCode: {
      USER_NOT_FOUND: 'email',
      USER_LEVEL_TOO_LOW: 'email',
      USER_HAS_ACCESS: 'email',
      USER_EMAIL_UNCONFIRMED: 'email',
      DELEGATE_TO_SELF: 'email',
      DELEGATION_END_REFUSED: 'end',
    },
  });
  return {
    ...form,
    endInput,
    endOf: () => endOf(form.values),
    hasEndError: () => 'end' in endError(form.values),
  };
}
