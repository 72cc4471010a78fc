import type { Relation } from '@manoboard/domain/access/policy';

/** The device of a dialog, with the user's relation to it. */
export interface ManagedDevice {
  id: string;
  /** The alias, else the ID. */
  name: string;
  alias: string | null;
  relation: Relation;
}

/** Props of every device dialog. */
export interface DialogProps {
  device: ManagedDevice;
  /** The logged-in user. */
  userId: number;
  onClose: () => void;
  /** A property of the device has changed. */
  onChanged: () => void;
  /** The device is no longer in the user's list. */
  onGone: () => void;
}
