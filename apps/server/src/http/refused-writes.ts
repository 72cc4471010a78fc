import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { RefusedWrite } from '../audit-log/audit-log.ts';
import { ProblemError } from './problem-error.ts';
import type { Refused } from './route.ts';
import type { SessionUser } from './session.ts';

interface Needs {
  append: (entry: RefusedWrite) => Promise<unknown>;
  /** By the ID in the path; returns nothing for an unknown device. */
  findDevice: (user: SessionUser, id: string) => Promise<{ deviceId: string } | undefined>;
  /** Limits how many refused writes of one user are logged. */
  takeTry: (userId: string) => boolean;
}

/** R5.7: logs refused writes that are not commands. `what` names the entry. */
export function createRefusedWrites({ append, findDevice, takeTry }: Needs) {
  type What = RefusedWrite['what'];

  async function log(
    what: What,
    { id: userId, roles }: SessionUser,
    deviceId: string,
    wanted: unknown,
    code: ProblemCode,
  ) {
    if (takeTry(`${userId}`))
      await append({ kind: 'refused_write', what, deviceId, wanted, code, userId, roles });
  }

  return (what: What) => ({
    /** For a write that the policy refuses. */
    onRefused: async ({ user, id, body, code }: Refused<unknown>) => {
      const device = await findDevice(user, id);
      if (device) await log(what, user, device.deviceId, body, code);
    },
    /** For a write that the service may refuse. */
    async logged<A>(user: SessionUser, device: string, wanted: unknown, act: () => Promise<A>): Promise<A> {
      try {
        return await act();
      } catch (error) {
        if (error instanceof ProblemError) await log(what, user, device, wanted, error.code);
        throw error;
      }
    },
  });
}
export type RefusedWrites = ReturnType<typeof createRefusedWrites>;
