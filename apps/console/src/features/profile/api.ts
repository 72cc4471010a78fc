import { authCalls } from '@manoboard/contract/http/calls/auth';
import type { AccountDeletion, ProfileChange } from '@manoboard/contract/nouns/credentials';
import { config } from '../../lib/config.ts';
import { perform, read, request } from '../../lib/http.ts';

/** R3.5 */
export const updateProfile = (change: ProfileChange) => request(authCalls.updateMe, { body: change });

/** R4.3d. False when the session is over. */
export const resendConfirmation = () => perform(authCalls.resendConfirmation);

/** R3.5. Another browser may log in or out at any time: refetched when the user returns to the tab. */
export const sessionsQuery = {
  queryKey: ['sessions'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(authCalls.sessions, signal),
  refetchOnWindowFocus: true,
};

/** False when the session of this browser is over, also below. */
export const endSession = (id: string) => perform(authCalls.endSession, { params: { id } });
export const endOtherSessions = () => perform(authCalls.endOtherSessions);

export const deleteAccount = (body: AccountDeletion) => perform(authCalls.deleteMe, { body });

export const exportHref = () => `${config.api_base}${authCalls.exportMe.path}`;
