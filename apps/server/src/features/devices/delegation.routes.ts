import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { DelegationService } from './delegation.service.ts';

export function delegationRoutes(app: FastifyInstance, delegation: DelegationService) {
  route(app, api.delegations, ({ user, device }) => delegation.list(user, device));
  route(app, api.delegate, ({ user, device, body }) => delegation.delegate(user, device, body));
  route(app, api.revokeDelegation, ({ user, device, params }) =>
    delegation.revoke(user, device, Number(params.user_id)),
  );
}
