import type { NewDelegation } from '@manoboard/contract/device/device-access';
import { deviceAccessCalls } from '@manoboard/contract/device/device-access.calls';
import { perform, request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

const deviceParams = (id_dev: string) => ({ params: { id_dev } });

/** R4.2 */
export const renameDevice = (id: string, alias: string) =>
  request(deviceAccessCalls.renameDevice, { ...deviceParams(id), body: { alias } });

/** R4.2. Returns false if the session is over, as all functions with `perform` do. */
export const removeDevice = (id: string) =>
  withProof(() => perform(deviceAccessCalls.removeDevice, deviceParams(id)));

/** R4.2 */
export const transferDevice = (id: string, email: string) =>
  withProof(() => perform(deviceAccessCalls.transferDevice, { ...deviceParams(id), body: { email } }));

/** R4.3b */
export const delegationsQuery = (id: string) =>
  readQuery(['delegations', id], deviceAccessCalls.delegations, deviceParams(id));

/** R4.3 */
export const delegate = (id: string, body: NewDelegation) =>
  request(deviceAccessCalls.delegate, { ...deviceParams(id), body });

/** R4.3b */
export const revokeDelegation = (id_dev: string, userId: number) =>
  perform(deviceAccessCalls.revokeDelegation, { params: { id_dev, user_id: String(userId) } });
