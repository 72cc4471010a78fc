import { useLockOut } from '../../../device/lock-out.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';

const LockOutTag = lazyComponent(async () => (await import('./lock-out-tag.tsx')).LockOutTag);

interface Props {
  device: { id: string; name: string };
  user: { id: number; roles: readonly string[] };
}

/** R5.10: loads the tag lazily: most devices have none, so it stays out of the first load. */
export const LockOutSlot = (props: Props) => (useLockOut(props.device.id) ? <LockOutTag {...props} /> : null);
