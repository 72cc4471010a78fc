import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { setDisabled, takeDevice } from './api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { deviceName, fullName, type UserDialogProps } from './managed-user.ts';
import { useUserAction } from './use-user-action.ts';

/** R7.3 remove device */
export function TakeDeviceDialog({ user, device, onClose }: UserDialogProps) {
  const t = useTranslations('users');
  const name = device ? deviceName(device) : '';
  const { isSending, problem, onSubmit } = useUserAction({
    user,
    send: async () => device && takeDevice(user.id, device.id_dev),
    done: t('deviceTaken', { name }),
    onClose,
  });
  return (
    <ConfirmDialog
      title={t('action.take')}
      subject={name}
      text={t(device?.access === 'delegate' ? 'takeDelegate' : 'takeOwner', {
        name,
        id: device?.id_dev ?? '',
        email: user.email,
      })}
      submit={t('action.take')}
      isDangerous
      isSending={isSending}
      problem={problem}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}

/** Disables an account and ends its sessions, or enables it again. */
export function DisableDialog({ user, onClose }: UserDialogProps) {
  const t = useTranslations('users');
  const [isDisabled] = useState(user.disabled_at !== null);
  const { isSending, problem, onSubmit } = useUserAction({
    user,
    send: () => setDisabled(user.id, !isDisabled),
    done: t(isDisabled ? 'enabled' : 'disabled'),
    onClose,
  });
  return (
    <ConfirmDialog
      title={t(isDisabled ? 'action.enable' : 'action.disable')}
      subject={fullName(user)}
      text={t(isDisabled ? 'enableText' : 'disableText', { email: user.email })}
      submit={t(isDisabled ? 'action.enable' : 'action.disable')}
      isDangerous={!isDisabled}
      isSending={isSending}
      problem={problem}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
