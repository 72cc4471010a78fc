import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutTag } from './lock-out-tag.tsx';

interface Props {
  device: { id: string; name: string };
  user: { id: number; roles: readonly string[] };
}

/** R5.10: loads the tag lazily: most devices have none, so it stays out of the first load. */
export const LockOutSlot = (props: Props) => (useLockOut(props.device.id) ? <LockOutTag {...props} /> : null);
