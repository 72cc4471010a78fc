import { api } from '@manoboard/contract/http/api';
import { isLoopbackName } from '@manoboard/domain/installation/addresses';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostNameOf } from '../http/hosts.ts';
import { ProblemError } from '../http/problem-error.ts';
import { route } from '../http/route.ts';
import { listMails } from '../mail/mail-folder.ts';

/** The name is checked too: a foreign site whose name resolves to loopback must not read mails (DNS rebinding). */
const isLocal = ({ socket, host }: FastifyRequest) =>
  isLoopbackName(socket.remoteAddress) && isLoopbackName(hostNameOf(host));

/** R4.3d: mails of the demo, without a login, since recovery mails are read before one; 404 outside the demo. */
export function mailboxRoutes(app: FastifyInstance, mailbox: { folder: string } | null) {
  route(app, api.demoMails, async ({ request }) => {
    if (!mailbox || !isLocal(request)) throw new ProblemError('DEMO_ONLY');
    return listMails(mailbox.folder);
  });
}
