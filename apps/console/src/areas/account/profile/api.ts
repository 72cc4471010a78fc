import { authCalls } from '@manoboard/contract/account/auth.calls';
import type { AccountDeletion, ProfileChange, Proof } from '@manoboard/contract/account/credentials';
import { alertChannelCalls } from '@manoboard/contract/alert/alert-channels.calls';
import { integrationCalls } from '@manoboard/contract/integration/integration.calls';
import { perform, read, request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import { config } from '../../../lib/page/config.ts';

/** R3.5 */
export const updateProfile = (change: ProfileChange) => request(authCalls.updateMe, { body: change });

/** False when the session is over. */
export const proveIdentity = (body: Proof) => perform(authCalls.prove, { body });

/** Names of what outlives a session: logins of programs and own webhooks. */
export const ownAccessQuery = {
  queryKey: ['own-access'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { integrations } = await read(integrationCalls.integrations, signal);
    const webhooks = await read(alertChannelCalls.webhooks, signal);
    const own = webhooks.filter(({ scope }) => scope === 'user');
    return [...integrations, ...own].map(({ name }) => name);
  },
};

/** R4.3d. False when the session is over. */
export const resendConfirmation = () => perform(authCalls.resendConfirmation);

/** R3.5. Another browser may log in or out at any time: refetched when the user returns to the tab. */
export const sessionsQuery = {
  ...readQuery(['sessions'], authCalls.sessions),
  refetchOnWindowFocus: true,
};

/** False when the session of this browser is over, also below. */
export const endSession = (id: string) => perform(authCalls.endSession, { params: { id } });
export const endOtherSessions = () => perform(authCalls.endOtherSessions);

export const deleteAccount = (body: AccountDeletion) => perform(authCalls.deleteMe, { body });

export const exportHref = () => `${config.api_base}${authCalls.exportMe.path}`;
