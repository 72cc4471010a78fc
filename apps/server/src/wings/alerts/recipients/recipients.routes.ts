import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import { clientKey } from '../../../http/session.ts';
import type { Recipients } from './recipients.service.ts';

export function recipientsRoutes(app: FastifyInstance, recipients: Recipients) {
  route(app, api.recipients, ({ device }) => recipients.list(device));
  route(app, api.addRecipient, ({ user, device, body }) => recipients.add(user, device, body));
  route(app, api.removeRecipient, ({ user, device, params }) =>
    recipients.remove(user, device, Number(params.id)),
  );
  route(app, api.openRecipient, ({ body, request }) => recipients.open(body.token, clientKey(request)));
  route(app, api.answerRecipient, ({ body, request }) =>
    recipients.answer(body.token, body.agrees, clientKey(request)),
  );
}
