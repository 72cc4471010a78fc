import type { Core } from '../../core.ts';
import type { Wing } from '../../wing.ts';
import type { DevicesWing } from '../devices/index.ts';
import type { InboxWing } from '../inbox/index.ts';
import { createAccount } from './account.service.ts';
import { createAccountDeletion } from './account-deletion.ts';
import { authRoutes } from './auth.routes.ts';
import { tokensRoutes } from './tokens/tokens.routes.ts';
import { createTokens } from './tokens/tokens.service.ts';

interface Needs {
  inbox: InboxWing;
  devices: DevicesWing;
  /** Version of the terms that a new user agrees to. */
  termsVersion: string;
}

/** Accounts, sessions, API tokens, passwords, and the first run. */
export function createAuthWing(core: Core, { inbox, devices, termsVersion }: Needs) {
  const { config, databases, site, mail } = core;
  const factorPolicy = config.DEMO ? 'none' : config.REQUIRE_2FA;
  const account = createAccount({
    ...core,
    access: databases.access,
    consoleUrl: () => site.url,
    sendMail: mail.send,
    termsVersion,
    factorPolicy,
  });
  const tokens = createTokens({
    ...core,
    access: databases.access,
    factorPolicy,
    notifyAccess: inbox.notifyAccess,
  });
  const deleteAccount = createAccountDeletion({ ...core, removeDevices: devices.ownership.removeAll });
  const wing: Wing = {
    routes(api) {
      authRoutes(api, account, deleteAccount, config.LOGINS_PER_MINUTE);
      tokensRoutes(api, tokens);
    },
    jobs: {
      /** Removes the second factors of users whose reset is due. */
      'factor-resets': { cron: '* * * * *', run: account.factorResets.applyDue },
      /** Deletes expired sessions, API tokens, known browsers, recovery links, challenges and counters of password attempts. */
      'expired-credentials': {
        cron: '25 * * * *',
        async run() {
          await account.deleteExpired();
          await tokens.deleteExpired();
        },
      },
    },
    tasks: account.mailHandlers,
  };
  const { authenticate, renewToken, isSetupNeeded, offerSetup } = account;
  const { authenticate: authenticateToken } = tokens;
  return { wing, authenticate, authenticateToken, renewToken, isSetupNeeded, offerSetup };
}
