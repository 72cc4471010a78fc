import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import type { DevicesWing } from '../devices/index.ts';
import { createAccount } from './account.service.ts';
import { createAccountDeletion } from './account-deletion.ts';
import { authRoutes } from './auth.routes.ts';

interface Needs {
  devices: DevicesWing;
  /** Version of the terms that a new user agrees to. */
  termsVersion: string;
}

/** Accounts, sessions, passwords, and the first run. */
export function createAuthWing(server: Server, { devices, termsVersion }: Needs) {
  const { config, databases, db, outbox, now, secrets, site, mail, securityLog } = server;
  const account = createAccount({
    db,
    access: databases.access,
    outbox,
    now,
    securityLog,
    secrets,
    consoleUrl: () => site.url,
    sendMail: mail.send,
    termsVersion,
    factorPolicy: config.DEMO ? 'none' : config.REQUIRE_2FA,
  });
  const deleteAccount = createAccountDeletion({
    db,
    outbox,
    now,
    removeDevices: devices.ownership.removeAll,
  });
  const wing: Wing = {
    routes: (api) => authRoutes(api, account, deleteAccount, config.LOGINS_PER_MINUTE),
    jobs: {
      /** Removes the second factors of users whose reset is due. */
      'factor-resets': { cron: '* * * * *', run: account.factorResets.applyDue },
      /** Deletes expired sessions, known browsers, recovery links, challenges and counters of password attempts. */
      'expired-credentials': { cron: '25 * * * *', run: account.deleteExpired },
    },
    tasks: account.mailHandlers,
    start: account.factors.start,
  };
  const { authenticate, renewToken, isSetupNeeded, offerSetup } = account;
  return { wing, authenticate, renewToken, isSetupNeeded, offerSetup };
}
