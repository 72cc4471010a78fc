import { HOUR_MS } from '@manoboard/domain/time';
import { createAttempts } from '../../http/limits/password-attempts.ts';
import { createTries } from '../../http/limits/try-limits.ts';
import type { TaskHandlers } from '../../jobs/tasks.ts';
import { createRevokeAccess } from './access-revocation.ts';
import { createConfirmation } from './confirmation.service.ts';
import { createFactorCheck } from './factors/factor-check.ts';
import { createFactorResets } from './factors/factor-reset.service.ts';
import { createFactors } from './factors/factors.service.ts';
import { createKnownDevices } from './known-devices.ts';
import { createLogin } from './login.service.ts';
import { createProfile } from './profile.service.ts';
import { createProof } from './proof.service.ts';
import { createRecovery } from './recovery.service.ts';
import { createRegistration } from './registration.service.ts';
import { createSecurityNotices } from './security-notices.ts';
import { deleteExpired } from './session.repo.ts';
import { createSessions } from './session.service.ts';
import { createSetup } from './setup.service.ts';

/** Recovery and confirmation mails to one address. */
const MAILS = { max: 5, windowMs: HOUR_MS };

type Shared =
  | 'attempts'
  | 'devices'
  | 'mails'
  | 'confirmation'
  | 'pageUrl'
  | 'revokeAccess'
  | 'notifySecurity';
interface Needs
  extends Omit<Parameters<typeof createRecovery>[0], Shared>,
    Omit<Parameters<typeof createRegistration>[0], Shared>,
    Omit<Parameters<typeof createSessions>[0], Shared>,
    Omit<Parameters<typeof createSetup>[0], Shared>,
    Omit<Parameters<typeof createFactorResets>[0], Shared>,
    Omit<Parameters<typeof createFactors>[0], Shared | 'factorCheck'> {
  /** Address of the console, for links. */
  consoleUrl: () => string;
}

/** The services of a user's own account; they share limits. */
export function createAccount({ consoleUrl, ...needs }: Needs) {
  const { now } = needs;
  const devices = createKnownDevices(needs);
  const attempts = createAttempts(needs);
  const pageUrl = (path: string) => consoleUrl().replace(/\/+$/, '') + path;
  const notices = createSecurityNotices({ ...needs, pageUrl });
  const { notifySecurity } = notices;
  const factorCheck = createFactorCheck({ ...needs, attempts, notifySecurity });
  const shared = {
    ...needs,
    pageUrl,
    notifySecurity,
    factorCheck,
    attempts,
    devices,
    mails: createTries({ ...MAILS, now }),
    revokeAccess: createRevokeAccess(needs),
  };
  const confirmation = createConfirmation(shared);
  const { confirmEmail, resendConfirmation } = confirmation;
  const { handlers, ...recovery } = createRecovery(shared);
  const { handlers: resetHandlers, ...factorResets } = createFactorResets(shared);
  return {
    ...createRegistration({ ...shared, confirmation }),
    ...createLogin(shared),
    ...createSessions(shared),
    ...createProof(shared),
    factors: createFactors(shared),
    factorResets,
    ...createSetup({ ...shared, confirmation }),
    ...recovery,
    ...createProfile({ ...shared, confirmation }),
    confirmEmail,
    resendConfirmation,
    isKnownDevice: async (token: string | undefined) => (await devices.usersOf(token)).length > 0,
    mailHandlers: {
      ...handlers,
      ...confirmation.handlers,
      ...notices.handlers,
      ...resetHandlers,
    } satisfies Partial<TaskHandlers>,
    async deleteExpired(): Promise<void> {
      await deleteExpired(needs.db, new Date(now()));
      await attempts.deleteForgotten();
    },
  };
}
export type Account = ReturnType<typeof createAccount>;
