import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { LockOuts } from './lock-out.service.ts';

/** `stop`: setting a tag stops the pump, so that nobody works at one that runs or that its board starts again. */
export function lockOutRoutes(
  app: FastifyInstance,
  lockOuts: LockOuts,
  stop: (user: SessionUser, device: AllowedDevice) => void,
) {
  route(app, api.lockOut, ({ user, device }) => lockOuts.get(user, device));
  route(app, api.setLockOut, async ({ user, device, body }) => {
    const tag = await lockOuts.set(user, device, body);
    if (tag.unconfirmed) stop(user, device);
    return tag;
  });
  route(app, api.removeLockOut, async ({ user, device, query: { tag } }) =>
    lockOuts.remove(user, device, tag === undefined ? undefined : Number(tag)),
  );
}
