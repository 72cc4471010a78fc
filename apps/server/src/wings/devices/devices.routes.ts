import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { clientKey } from '../../http/session.ts';
import type { DelegationService } from './delegation.service.ts';
import type { Devices } from './devices.service.ts';
import type { Blocking, Enrol } from './enrol.service.ts';
import type { InvitationService } from './invitation.service.ts';
import type { FindByLabel } from './label.service.ts';
import type { Ownership } from './ownership.service.ts';
import type { SecretRenewals } from './secret-renewal.service.ts';

interface Services {
  devices: Devices;
  ownership: Ownership;
  delegation: DelegationService;
  invitations: InvitationService;
  enrolBoard: Enrol;
  blocking: Blocking;
  renewals: SecretRenewals;
  findByLabel: FindByLabel;
}

export function devicesRoutes(
  app: FastifyInstance,
  { devices, ownership, delegation, invitations, enrolBoard, blocking, renewals, findByLabel }: Services,
  triesPerMinute: number,
) {
  route(app, api.devices, ({ user }) => devices.list(user));
  route(app, api.fcDevices, ({ user }) => devices.listFc(user));
  route(app, api.wall, ({ user }) => devices.listWall(user));
  route(app, api.onlineDevices, ({ user }) => devices.listOnline(user));

  route(app, api.enrolBoard, ({ user, body }) => enrolBoard(user, body));
  route(app, api.blockedBoards, () => blocking.list());
  route(app, api.blockBoard, ({ user, body }) => blocking.set(user, body));
  route(app, api.secretRenewals, () => renewals.list());
  route(app, api.renewBoardSecret, ({ user, body }) => renewals.renew(user, body));
  route(app, api.findByLabel, ({ body, request }) => findByLabel(body, clientKey(request)), {
    rateLimit: { max: triesPerMinute, timeWindow: 60_000 },
  });
  route(app, api.addDevice, ({ user, body }) => ownership.add(user, body));
  route(app, api.renameDevice, ({ user, device, body }) => ownership.rename(user, device, body));
  route(app, api.removeDevice, ({ user, device }) => ownership.remove(user, device));
  route(app, api.transferDevice, ({ user, device, body }) => ownership.transfer(user, device, body));

  route(app, api.delegations, ({ user, device }) => delegation.list(user, device));
  route(app, api.delegate, ({ user, device, body }) => delegation.delegate(user, device, body));
  route(app, api.revokeDelegation, ({ user, device, params }) =>
    delegation.revoke(user, device, Number(params.user_id)),
  );

  route(app, api.invitations, ({ user, device }) => invitations.list(user, device));
  route(app, api.invite, ({ user, device, body }) => invitations.invite(user, device, body));
  route(app, api.withdrawInvitation, ({ user, device, params }) =>
    invitations.withdraw(user, device, Number(params.id)),
  );
  route(app, api.openInvitation, ({ body, request }) => invitations.open(body.token, clientKey(request)));
  route(app, api.acceptInvitation, ({ user, body, request }) =>
    invitations.accept(user, body.token, clientKey(request)),
  );
}
