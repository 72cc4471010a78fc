import { type LazyComponent, lazyComponent } from '../../../lib/page/lazy-component.tsx';
import type { UserDialogName, UserDialogProps } from './managed-user.ts';

/** Each group of dialogs is loaded when it is opened. */
const dialogs: Record<UserDialogName, LazyComponent<UserDialogProps>> = {
  access: lazyComponent(async () => (await import('./access-dialogs.tsx')).AccessDialog),
  delegate: lazyComponent(async () => (await import('./access-dialogs.tsx')).DelegateDeviceDialog),
  add: lazyComponent(async () => (await import('./permission-dialogs.tsx')).AddPermissionDialog),
  remove: lazyComponent(async () => (await import('./permission-dialogs.tsx')).RemovePermissionDialog),
  take: lazyComponent(async () => (await import('./account-dialogs.tsx')).TakeDeviceDialog),
  sessions: lazyComponent(async () => (await import('./account-dialogs.tsx')).EndSessionsDialog),
  factor: lazyComponent(async () => (await import('./account-dialogs.tsx')).ResetFactorDialog),
  disable: lazyComponent(async () => (await import('./account-dialogs.tsx')).DisableDialog),
};

export function UserDialog({ name, ...props }: UserDialogProps & { name: UserDialogName }) {
  const Dialog = dialogs[name];
  return <Dialog {...props} />;
}
