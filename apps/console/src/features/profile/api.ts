import type { ProfileChange } from '@manoboard/contract/account';
import { api } from '@manoboard/contract/api';
import { request } from '../../lib/http.ts';

/** R3.5 */
export const updateProfile = (change: ProfileChange) => request(api.updateMe, { body: change });
