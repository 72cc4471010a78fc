import { GivenAccess, type ManagedUser } from '@manoboard/contract/account/staff';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { endOfDay } from '../../../device/delegation-end.ts';
import { EndField } from '../../../device/end-field.tsx';
import { type ErrorKey, type FieldErrors, schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { toast } from '../../../lib/page/toast.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { findByEmail, giveDevice, showChanged } from './api.ts';
import { deviceName, fullName, type UserDialogProps } from './managed-user.ts';
import { useActionProblem } from './use-action-problem.ts';

/** An incomplete date must not count as empty, which is access without an end. */
function endError(end: string): ErrorKey | undefined {
  const expiresAt = endOfDay(end);
  if (expiresAt === null) return end.trim() === '' ? undefined : 'validation.day_format';
  return expiresAt <= serverNowS() ? 'problem.DELEGATION_END_REFUSED' : undefined;
}

interface FormProps {
  title: string;
  subject: string;
  lead: string;
  submit: string;
  isSending: boolean;
  problem: string | undefined;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  onClose: () => void;
  children: ComponentProps<'form'>['children'];
}

function AccessForm({ isSending, ...props }: FormProps) {
  const t = useTranslations();
  return (
    <Dialog
      title={props.title}
      subject={props.subject}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={props.onClose}
    >
      <DialogText>{props.lead}</DialogText>
      <Form onSubmit={props.onSubmit} isSending={isSending}>
        {props.problem && <FormNotice kind="problem">{props.problem}</FormNotice>}
        {props.children}
        <DialogButtons>
          <Button type="submit" disabled={isSending}>
            {isSending ? t('auth.sending') : props.submit}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

/** Closes the dialog after a success; loads the list again after any answer. */
function useGiven(onClose: () => void) {
  const t = useTranslations('users');
  const queryClient = useQueryClient();
  return async (email: string, device: string, give: () => Promise<ManagedUser | undefined>) => {
    try {
      const changed = await give();
      if (!changed) return;
      onClose();
      toast(t('accessGiven', { email }), { device });
    } finally {
      void showChanged(queryClient);
    }
  };
}

type Access = GivenAccess['access'];

/** R7.3 access to device: the user of the row gets a device, with an end date as a delegate. */
export function AccessDialog({ user, onClose }: UserDialogProps) {
  const t = useTranslations();
  const endInput = useRef<HTMLInputElement>(null);
  const given = useGiven(onClose);
  const actionProblem = useActionProblem();
  // R4.3: only staff can be delegates.
  const [access, setAccess] = useState<Access>(user.permissions.length > 0 ? 'delegate' : 'owner');
  const { isSending, text, onSubmit, ...refusal } = useForm({
    initial: { id_dev: '', expires_at: '' },
    validate: ({ id_dev, expires_at }) => {
      const { id_dev: idError } = schemaErrors(GivenAccess, { id_dev: id_dev.trim(), access });
      const dayError = access === 'delegate' ? endError(expires_at) : undefined;
      return { ...(idError && { id_dev: idError }), ...(dayError && { expires_at: dayError }) };
    },
    send: ({ id_dev, expires_at }) => {
      const end = access === 'delegate' ? endOfDay(expires_at) : null;
      const id = id_dev.trim();
      return given(user.email, id, () => giveDevice(user.id, { id_dev: id, access, expires_at: end }));
    },
    fieldOfCode: {
      DEVICE_NOT_FOUND: 'id_dev',
      DEVICE_HAS_OWNER: 'id_dev',
      DEVICE_HAS_NO_OWNER: 'id_dev',
      USER_HAS_ACCESS: 'id_dev',
      DELEGATION_END_REFUSED: 'expires_at',
    },
  });
  return (
    <AccessForm
      title={t('users.action.access')}
      subject={fullName(user)}
      lead={t('users.accessText', { email: user.email })}
      submit={t('users.accessSubmit')}
      problem={actionProblem(refusal.problemCode, refusal.problem)}
      isSending={isSending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        {...text('id_dev')}
        label={t('users.column.device')}
        autoComplete="off"
        autoCapitalize="characters"
        data-autofocus
      />
      <Segmented
        label={t('users.accessKind')}
        value={access}
        options={(['owner', 'delegate'] as const).map((value) => ({ value, label: t(`users.as.${value}`) }))}
        isDisabled={isSending}
        onChange={setAccess}
      />
      {access === 'delegate' && (
        <EndField
          {...text('expires_at')}
          ref={endInput}
          label={t('deviceAccess.delegate.end')}
          description={t('users.endHint')}
        />
      )}
    </AccessForm>
  );
}

/** R7.3 delegate access: another user gets the device of the row. */
export function DelegateDeviceDialog({ device, onClose }: UserDialogProps) {
  const t = useTranslations();
  const endInput = useRef<HTMLInputElement>(null);
  const given = useGiven(onClose);
  const actionProblem = useActionProblem();
  const name = device ? deviceName(device) : '';
  const { isSending, text, onSubmit, ...refusal } = useForm({
    initial: { email: '', end: '' },
    validate: ({ email, end }): FieldErrors<'email' | 'end'> => {
      const dayError = endError(end);
      return {
        ...(!email.includes('@') && { email: 'validation.email_format' as ErrorKey }),
        ...(dayError && { end: dayError }),
      };
    },
    send: ({ email, end }) =>
      given(email.trim(), name, async () => {
        const receiver = await findByEmail(email.trim());
        if (!receiver) throw new HttpProblem(404, 'USER_NOT_FOUND');
        return giveDevice(receiver.id, {
          id_dev: device?.id_dev ?? '',
          access: 'delegate',
          expires_at: endOfDay(end),
        });
      }),
    fieldOfCode: {
      USER_NOT_FOUND: 'email',
      USER_LEVEL_TOO_LOW: 'email',
      USER_HAS_ACCESS: 'email',
      USER_EMAIL_UNCONFIRMED: 'email',
      DELEGATION_END_REFUSED: 'end',
    },
  });
  return (
    <AccessForm
      title={t('users.action.delegate')}
      subject={name}
      lead={t('users.delegateText', { name })}
      submit={t('users.action.delegate')}
      problem={actionProblem(refusal.problemCode, refusal.problem)}
      isSending={isSending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        {...text('email')}
        label={t('deviceAccess.delegate.email')}
        type="email"
        autoComplete="off"
        data-autofocus
      />
      <EndField
        {...text('end')}
        ref={endInput}
        label={t('deviceAccess.delegate.end')}
        description={t('users.endHint')}
      />
    </AccessForm>
  );
}
