import { isStaff } from './roles.ts';

/** How a user stands to a device: his own, delegated to him, or neither. */
export type Relation = 'owner' | 'delegate' | 'none';

/** R7.2, R7.5: whoever has the device, or any of the three roles. Who may not operate it may not see it either. */
export const canOperate = (roles: readonly string[], relation: Relation) =>
  relation !== 'none' || isStaff(roles);
