import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import { VERSION } from '../../package-dir.ts';
import type { InstallationService } from './installation.service.ts';

/** `ips` has the forwarded addresses only if the proxy is trusted. */
const reachedBy = ({ host, headers, ips = [] }: FastifyRequest) => ({
  host,
  is_forwarded: 'x-forwarded-for' in headers,
  is_proxy_trusted: ips.length > 1,
});

export function installationRoutes(app: FastifyInstance, installation: InstallationService) {
  route(app, api.version, async () => ({ version: VERSION }));
  route(app, api.installation, ({ request }) => installation.read(reachedBy(request)));
  route(app, api.sendTestMail, ({ user }) => installation.testMail(user));
  route(app, api.confirmTestMail, ({ body }) => installation.confirmTestMail(body.token));
  route(app, api.firstRun, () => installation.firstRun());
  route(app, api.dismissFirstRun, () => installation.dismissFirstRun());
}
