import type { ProfileChange } from '@manoboard/contract/account/credentials';
import { profileCalls } from '@manoboard/contract/account/profile.calls';
import { alertChannelCalls } from '@manoboard/contract/alert/alert-channels.calls';
import { integrationCalls } from '@manoboard/contract/integration/integration.calls';
import { tokenCalls } from '@manoboard/contract/token/token.calls';
import { perform, read, request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import { config } from '../../../lib/page/config.ts';

/** R3.5 */
export const updateProfile = (change: ProfileChange) =>
  withProof(() => request(profileCalls.updateMe, { body: change }));

/** Names of what outlives a session: logins of programs, API tokens and own webhooks. */
export const ownAccessQuery = {
  queryKey: ['own-access'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { integrations } = await read(integrationCalls.integrations, signal);
    const { tokens } = await read(tokenCalls.tokens, signal);
    const webhooks = await read(alertChannelCalls.webhooks, signal);
    const own = webhooks.filter(({ scope }) => scope === 'user');
    return [...integrations, ...tokens, ...own].map(({ name }) => name);
  },
};

/** R4.3d. False when the session is over. */
export const resendConfirmation = () => perform(profileCalls.resendConfirmation);

/** R3.5. Another browser may log in or out at any time: refetched when the user returns to the tab. */
export const sessionsQuery = {
  ...readQuery(['sessions'], profileCalls.sessions),
  refetchOnWindowFocus: true,
};

/** False when the session of this browser is over, also below. */
export const endSession = (id: string) =>
  withProof(() => perform(profileCalls.endSession, { params: { id } }));
export const endOtherSessions = () => withProof(() => perform(profileCalls.endOtherSessions));

export const deleteAccount = () => withProof(() => perform(profileCalls.deleteMe));

/** Loads on first use. */
export const downloadOwnData = async () => {
  const { download } = await import('../../../lib/http/download.ts');
  await withProof(() =>
    download(`${config.api_base}${profileCalls.exportMe.path}`, 'manoboard-account.json'),
  );
};
