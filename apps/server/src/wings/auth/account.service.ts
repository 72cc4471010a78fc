import { createAttempts } from '../../http/limits/attempts.ts';
import { createTries } from '../../http/limits/tries.ts';
import type { TaskHandlers } from '../../jobs/tasks.ts';
import { createRevokeAccess } from './access-revocation.ts';
import { createAuth } from './auth.service.ts';
import { createConfirmation } from './confirmation.service.ts';
import { createKnownDevices } from './known-devices.ts';
import { createProfile } from './profile.service.ts';
import { createRecovery } from './recovery.service.ts';
import { deleteExpired } from './session.repo.ts';
import { createSetup } from './setup.service.ts';

/** Recovery and confirmation mails to one address. */
const MAILS = { max: 5, windowMs: 3_600_000 };

type Shared = 'attempts' | 'devices' | 'mails' | 'confirmation' | 'pageUrl' | 'revokeAccess';
interface Neighbours
  extends Omit<Parameters<typeof createRecovery>[0], Shared>,
    Omit<Parameters<typeof createAuth>[0], Shared>,
    Omit<Parameters<typeof createSetup>[0], Shared> {
  /** Address of the console, for links. */
  consoleUrl: () => string;
}

/** The services of a user's own account; they share limits. */
export function createAccount({ consoleUrl, ...neighbours }: Neighbours) {
  const { now } = neighbours;
  const devices = createKnownDevices(neighbours);
  const attempts = createAttempts(neighbours);
  const shared = {
    ...neighbours,
    attempts,
    devices,
    mails: createTries({ ...MAILS, now }),
    revokeAccess: createRevokeAccess(neighbours),
    pageUrl: (path: string) => consoleUrl().replace(/\/+$/, '') + path,
  };
  const confirmation = createConfirmation(shared);
  const { confirmEmail, resendConfirmation } = confirmation;
  const { handlers, ...recovery } = createRecovery(shared);
  return {
    ...createAuth({ ...shared, confirmation }),
    ...createSetup({ ...shared, confirmation }),
    ...recovery,
    ...createProfile({ ...shared, confirmation }),
    confirmEmail,
    resendConfirmation,
    isKnownDevice: async (token: string | undefined) => (await devices.usersOf(token)).length > 0,
    mailHandlers: { ...handlers, ...confirmation.handlers } satisfies Partial<TaskHandlers>,
    async deleteExpired(): Promise<void> {
      await deleteExpired(neighbours.db, new Date(now()));
      await attempts.deleteForgotten();
    },
  };
}
export type Account = ReturnType<typeof createAccount>;
