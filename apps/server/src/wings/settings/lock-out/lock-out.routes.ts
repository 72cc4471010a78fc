import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { LockOuts } from './lock-out.service.ts';

export function lockOutRoutes(app: FastifyInstance, lockOuts: LockOuts) {
  route(app, api.lockOut, ({ user, device }) => lockOuts.get(user, device));
  route(app, api.setLockOut, ({ user, device, body }) => lockOuts.set(user, device, body));
  route(app, api.removeLockOut, async ({ user, device, query: { tag } }) =>
    lockOuts.remove(user, device, tag === undefined ? undefined : Number(tag)),
  );
}
