import { useLockOut } from '../../device/lock-out.ts';
import { late } from '../../lib/late.tsx';

const LockOutTag = late(async () => (await import('./lock-out-tag.tsx')).LockOutTag);

interface Props {
  device: { id: string; name: string };
  user: { id: number; roles: readonly string[] };
}

/** R5.10: the place of the tag on the pump card. Most devices have none, so it is no part of a first load. */
export const LockOutSlot = (props: Props) => (useLockOut(props.device.id) ? <LockOutTag {...props} /> : null);
