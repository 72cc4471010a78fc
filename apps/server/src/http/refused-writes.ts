import type { ProblemCode } from '@manoboard/contract/http/problem';
import { ProblemError } from './problem-error.ts';
import type { Refused } from './route.ts';
import type { SessionUser } from './session.ts';

interface Neighbours {
  append: (entry: object) => Promise<void>;
  /** As the path names it; nothing for what does not exist. */
  findDevice: (user: SessionUser, id: string) => Promise<{ deviceId: string } | undefined>;
  /** Limits how many refused writes of one user are logged. */
  takeTry: (userId: string) => boolean;
}

/** R5.7: logs refused writes that are not commands. `what` names the entry. */
export function createRefusedWrites({ append, findDevice, takeTry }: Neighbours) {
  async function note(what: string, user: SessionUser, device: string, wanted: unknown, code: ProblemCode) {
    if (!takeTry(`${user.id}`)) return;
    await append({ event: 'refused', [what]: { device, wanted, code, user: user.id, roles: user.roles } });
  }

  return (what: string) => ({
    /** For a write that the policy refuses. */
    onRefused: async ({ user, id, body, code }: Refused<unknown>) => {
      const device = await findDevice(user, id);
      if (device) await note(what, user, device.deviceId, body, code);
    },
    /** For a write that the service may refuse. */
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
