import type { AccessLevel } from '@manoboard/contract/device/device';
import type { NewDelegation } from '@manoboard/contract/device/device-access';
import { deviceAccessCalls } from '@manoboard/contract/device/device-access.calls';
import type { NewInvitation, NewRecipient } from '@manoboard/contract/device/sharing';
import { sharingCalls } from '@manoboard/contract/device/sharing.calls';
import { perform, request } from '../../../lib/http/http.ts';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
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

/** R4.3b: a server without the call says nothing. */
export const lastVisitsQuery = (id: string) => ({
  ...readQuery(['delegations', id, 'visits'], deviceAccessCalls.lastVisits, deviceParams(id)),
  retry: false,
});

/** R4.3 */
const delegate = (id: string, body: NewDelegation) =>
  request(deviceAccessCalls.delegate, { ...deviceParams(id), body });

/** R4.3b */
export const revokeDelegation = (id_dev: string, userId: number) =>
  perform(deviceAccessCalls.revokeDelegation, { params: { id_dev, user_id: String(userId) } });

/** R4.18: invitations that nobody has accepted yet. */
export const invitationsQuery = (id: string) =>
  readQuery(['invitations', id], sharingCalls.invitations, deviceParams(id));

export const invite = (id: string, body: NewInvitation) =>
  request(sharingCalls.invite, { ...deviceParams(id), body });

export const withdrawInvitation = (id_dev: string, id: number) =>
  perform(sharingCalls.withdrawInvitation, { params: { id_dev, id: String(id) } });

/** R4.18: people who are told of alarms and have no rights. */
export const recipientsQuery = (id: string) =>
  readQuery(['recipients', id], sharingCalls.recipients, deviceParams(id));

export const addRecipient = (id: string, body: NewRecipient) =>
  request(sharingCalls.addRecipient, { ...deviceParams(id), body });

export const removeRecipient = (id_dev: string, id: number) =>
  perform(sharingCalls.removeRecipient, { params: { id_dev, id: String(id) } });

/**
 * R4.3, R4.18: gives access to an account, or invites a person who has none yet. "Like me" is the call of the spec, without
 * a level, and needs an account.
 */
export async function share(
  id: string,
  { email, level, expires_at }: { email: string; level: AccessLevel; expires_at: number | null },
): Promise<'shared' | 'invited' | undefined> {
  try {
    const body = { email, expires_at, ...(level !== 'full' && { level }) };
    return (await delegate(id, body)) && 'shared';
  } catch (error) {
    const hasNoAccount = NO_ACCOUNT.includes(problemCodeOf(error));
    if (level === 'full' || !hasNoAccount) throw error;
    return (await invite(id, { email, level, expires_at })) && 'invited';
  }
}
const NO_ACCOUNT: readonly string[] = ['USER_NOT_FOUND', 'USER_EMAIL_UNCONFIRMED'];
