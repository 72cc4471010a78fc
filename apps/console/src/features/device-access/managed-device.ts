import type { Relation } from '@manoboard/domain/access/policy';

/** A device as far as it matters here who has it. */
export interface ManagedDevice {
  id: string;
  /** The alias, or else the ID. */
  name: string;
  alias: string | null;
  relation: Relation;
}

/** What every dialog about a device is given. */
export interface DialogProps {
  device: ManagedDevice;
  /** Who sits at the console. */
  userId: number;
  onClose: () => void;
  /** Something about the device is different now. */
  onChanged: () => void;
  /** The device is no longer in the user's list. */
  onGone: () => void;
}
