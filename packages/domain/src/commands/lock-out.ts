import type { LockOut } from '@manoboard/contract/nouns/lock-out';

/** R5.10: a tag without an end is active until it is removed; a tag with an end expires. */
export const activeLockOut = (tag: LockOut | null | undefined, nowS: number): LockOut | null =>
  tag && (tag.until === null || tag.until > nowS) ? tag : null;

const REMOVERS: readonly string[] = ['Technician', 'Super Seller'];

/** R7.5: the author, a Technician or a Super Seller may remove a tag. */
export const canRemoveLockOut = (
  user: { id: number; roles: readonly string[] },
  tag: Pick<LockOut, 'by'>,
): boolean => tag.by.user_id === user.id || user.roles.some((role) => REMOVERS.includes(role));
