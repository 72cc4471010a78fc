import { api } from '@manoboard/contract/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problem-error.ts';
import { route } from '../http/route.ts';
import { listMails } from '../mail/mail-folder.ts';

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The name is checked too: a foreign site whose name resolves to loopback must not read mails (DNS rebinding). */
const isLocal = ({ socket, hostname }: FastifyRequest) =>
  LOOPBACK_ADDRESSES.includes(socket.remoteAddress ?? '') && LOOPBACK_NAMES.includes(hostname);

/** R4.3d: mails of the demo, readable without a login, since recovery mails are needed there; 404 anywhere else. */
export function mailboxRoutes(app: FastifyInstance, mailbox: { folder: string } | null) {
  route(app, api.demoMails, async ({ request }) => {
    if (!mailbox || !isLocal(request)) throw new ProblemError('DEMO_ONLY');
    return listMails(mailbox.folder);
  });
}
