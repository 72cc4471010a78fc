import type { ProblemCode } from '@manoboard/contract/http/problem';
import { ProblemError } from './problem-error.ts';
import type { Refused } from './route.ts';
import type { SessionUser } from './session.ts';

interface Neighbours {
  append: (entry: object) => Promise<void>;
  /** As the path names it; nothing for what does not exist. */
  findDevice: (user: SessionUser, id: string) => Promise<{ idDev: string } | undefined>;
  /** Nobody fills the log with what he may not do. */
  takeTry: (userId: string) => boolean;
}

/** R5.7: writes that are no commands are logged too when they are refused. `what` names the entry. */
export function createRefusedWrites({ append, findDevice, takeTry }: Neighbours) {
  async function note(what: string, user: SessionUser, device: string, wanted: unknown, code: ProblemCode) {
    if (!takeTry(`${user.id}`)) return;
    await append({ event: 'refused', [what]: { device, wanted, code, user: user.id, roles: user.roles } });
  }

  return (what: string) => ({
    /** The policy said no. */
    onRefused: async ({ user, id, body, code }: Refused<unknown>) => {
      const device = await findDevice(user, id);
      if (device) await note(what, user, device.idDev, body, code);
    },
    /** The service may say no. */
    async logged<A>(user: SessionUser, device: string, wanted: unknown, act: () => Promise<A>): Promise<A> {
      try {
        return await act();
      } catch (error) {
        if (error instanceof ProblemError) await note(what, user, device, wanted, error.code);
        throw error;
      }
    },
  });
}
export type RefusedWrites = ReturnType<typeof createRefusedWrites>;
