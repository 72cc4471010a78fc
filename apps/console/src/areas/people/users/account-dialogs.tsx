import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { endSessionsOf, resetFactors, setDisabled, takeDevice } from './api.ts';
import { deviceName, fullName, type UserDialogProps } from './managed-user.ts';
import { useUserAction } from './use-user-action.ts';

/** R7.3 remove device */
export function TakeDeviceDialog({ user, device, onClose }: UserDialogProps) {
  const t = useTranslations('users');
  const name = device ? deviceName(device) : '';
  const form = useUserAction({
    user,
    send: async () => device && takeDevice(user.id, device.id_dev),
    done: t('deviceTaken', { name }),
    onClose,
  });
  return (
    <FormDialog
      title={t('action.take')}
      subject={name}
      text={t(device?.access === 'delegate' ? 'takeDelegate' : 'takeOwner', {
        name,
        id: device?.id_dev ?? '',
        email: user.email,
      })}
      submit={t('action.take')}
      isDangerous
      form={form}
      isConfirmation
      onClose={onClose}
    />
  );
}

/** Disables an account and ends its sessions, or enables it again. */
export function DisableDialog({ user, onClose }: UserDialogProps) {
  const t = useTranslations('users');
  const [isDisabled] = useState(user.disabled_at !== null);
  const form = useUserAction({
    user,
    send: () => setDisabled(user.id, !isDisabled),
    done: t(isDisabled ? 'enabled' : 'disabled'),
    onClose,
  });
  return (
    <FormDialog
      title={t(isDisabled ? 'action.enable' : 'action.disable')}
      subject={fullName(user)}
      text={t(isDisabled ? 'enableText' : 'disableText', { email: user.email })}
      submit={t(isDisabled ? 'action.enable' : 'action.disable')}
      isDangerous={!isDisabled}
      form={form}
      isConfirmation
      onClose={onClose}
    />
  );
}

/** Ends all sessions of a user. */
export function EndSessionsDialog({ user, onClose }: UserDialogProps) {
  const t = useTranslations('users');
  const form = useUserAction({
    user,
    send: () => endSessionsOf(user.id),
    done: t('sessionsEnded'),
    onClose,
  });
  return (
    <FormDialog
      title={t('action.sessions')}
      subject={fullName(user)}
      text={t('sessionsText', { email: user.email })}
      submit={t('action.sessions')}
      form={form}
      isConfirmation
      onClose={onClose}
    />
  );
}

/** A lost second factor. */
export function ResetFactorDialog({ user, onClose }: UserDialogProps) {
  const t = useTranslations('users');
  const form = useUserAction({
    user,
    send: async () => ((await resetFactors(user.id)) ? user : undefined),
    done: t('factorReset'),
    onClose,
  });
  return (
    <FormDialog
      title={t('action.factor')}
      subject={fullName(user)}
      text={t('factorText', { email: user.email })}
      submit={t('action.factor')}
      isDangerous
      form={form}
      isConfirmation
      onClose={onClose}
    />
  );
}
