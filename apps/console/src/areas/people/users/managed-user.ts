import type { ManagedUser } from '@manoboard/contract/account/staff';

export type HeldDevice = ManagedUser['devices'][number];

/** The alias, else the ID. */
export const deviceName = ({ alias, id_dev }: HeldDevice) => alias?.trim() || id_dev;

export const fullName = ({ name, surname }: ManagedUser) => `${name} ${surname}`.trim();

/** The dialogs of the list; the others of the ten actions are links to the device. */
export type UserDialogName =
  | 'access'
  | 'delegate'
  | 'add'
  | 'remove'
  | 'take'
  | 'disable'
  | 'sessions'
  | 'factor';

export interface UserDialogProps {
  user: ManagedUser;
  /** The chosen device of the row. */
  device: HeldDevice | undefined;
  onClose: () => void;
}
