import { createAttempts } from '../../http/limits/attempts.ts';
import { createTries } from '../../http/limits/tries.ts';
import type { Logger } from '../../log.ts';
import { createOutgoing } from '../../mail/outgoing.ts';
import { createAuth } from './auth.service.ts';
import { createConfirmation } from './confirmation.service.ts';
import { createKnownDevices } from './known-devices.ts';
import { createProfile } from './profile.service.ts';
import { createRecovery } from './recovery.service.ts';

/** Recovery and confirmation mails to one address. */
const MAILS = { max: 5, windowMs: 3_600_000 };

type Shared = 'attempts' | 'devices' | 'mails' | 'post' | 'confirmation' | 'pageUrl';
interface Neighbours
  extends Omit<Parameters<typeof createRecovery>[0], Shared>,
    Omit<Parameters<typeof createAuth>[0], Shared> {
  log: Logger;
  /** Address of the console, for links. */
  consoleUrl: () => string;
}

/** Everything about one's own account; its parts share limits and outgoing mails. */
export function createAccount({ consoleUrl, log, ...neighbours }: Neighbours) {
  const { now } = neighbours;
  const devices = createKnownDevices(neighbours);
  const { post, stop } = createOutgoing(log);
  const shared = {
    ...neighbours,
    post,
    attempts: createAttempts(neighbours),
    devices,
    mails: createTries({ ...MAILS, now }),
    pageUrl: (path: string) => consoleUrl().replace(/\/+$/, '') + path,
  };
  const confirmation = createConfirmation(shared);
  const { confirmEmail, resendConfirmation } = confirmation;
  return {
    ...createAuth({ ...shared, confirmation }),
    ...createRecovery(shared),
    ...createProfile({ ...shared, confirmation }),
    confirmEmail,
    resendConfirmation,
    isKnownDevice: async (token: string | undefined) => (await devices.usersOf(token)).length > 0,
    stop,
  };
}
export type Account = ReturnType<typeof createAccount>;
