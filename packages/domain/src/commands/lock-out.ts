import type { LockOut } from '@manoboard/contract/command/lock-out';

/** R5.10: a tag without an end is active until it is removed; a tag with an end expires. */
export const activeLockOut = <Tag extends Pick<LockOut, 'until'>>(
  tag: Tag | null | undefined,
  nowS: number,
): Tag | null => (tag && (tag.until === null || tag.until > nowS) ? tag : null);

const REMOVERS: readonly string[] = ['Technician', 'Super Seller'];

/**
 * R7.5: the author, a Technician or a Super Seller may remove a tag. A tag without an author was left by a former owner
 * (R4.3c) and is shown so to the present owner and delegates, who may remove it.
 */
export const canRemoveLockOut = (
  user: { id: number; roles: readonly string[] },
  tag: Pick<LockOut, 'by'>,
): boolean =>
  tag.by === null || tag.by.user_id === user.id || user.roles.some((role) => REMOVERS.includes(role));
