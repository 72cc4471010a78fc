import { Role } from '@manoboard/contract/account/account';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { DialogText } from '../../../ui/dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { addPermission, removePermission } from './api.ts';
import { fullName, type UserDialogProps } from './managed-user.ts';
import { useUserAction } from './use-user-action.ts';

interface ChoiceProps {
  roles: readonly Role[];
  role: Role | undefined;
  isDisabled: boolean;
  onChange: (role: Role) => void;
}

function RoleChoice({ roles, role, isDisabled, onChange }: ChoiceProps) {
  const t = useTranslations();
  return (
    <Segmented
      label={t('users.permission')}
      value={role}
      options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
}

/** R7.3 add permissions */
export function AddPermissionDialog({ user, onClose }: UserDialogProps) {
  const t = useTranslations();
  // The roles when the dialog opened: the list behind it may be loaded again meanwhile.
  const [offered] = useState(() => Role.options.filter((role) => !user.permissions.includes(role)));
  const [role, setRole] = useState(offered.at(-1));
  const form = useUserAction({
    user,
    send: async () => role && addPermission(user.id, role),
    done: t('users.permissionAdded', { role: role ? t(`role.${role}`) : '' }),
    onClose,
  });
  return (
    <FormDialog
      title={t('users.action.add')}
      subject={fullName(user)}
      text={t('users.addText', { email: user.email })}
      submit={t('users.action.add')}
      form={form}
      isConfirmation
      onClose={onClose}
    >
      <RoleChoice roles={offered} role={role} isDisabled={form.isSending} onChange={setRole} />
    </FormDialog>
  );
}

/** R7.3 remove permissions, with the question of the spec. */
export function RemovePermissionDialog({ user, onClose }: UserDialogProps) {
  const t = useTranslations();
  const [held] = useState(user.permissions);
  const [role, setRole] = useState(held.at(-1));
  const form = useUserAction({
    user,
    send: async () => role && removePermission(user.id, role),
    done: t('users.permissionRemoved', { role: role ? t(`role.${role}`) : '' }),
    onClose,
  });
  return (
    <FormDialog
      title={t('users.action.remove')}
      subject={fullName(user)}
      text={t('users.removeQuestion')}
      submit={t('users.action.remove')}
      isDangerous
      form={form}
      isConfirmation
      onClose={onClose}
    >
      <RoleChoice roles={held} role={role} isDisabled={form.isSending} onChange={setRole} />
      {held.length === 1 && <DialogText>{t('users.removeLast')}</DialogText>}
    </FormDialog>
  );
}
