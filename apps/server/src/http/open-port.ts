import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import type { QuietWarn } from '../base/log.ts';
import { inUrl, listen, pickPort } from '../net/ports.ts';
import { isHttpsOn, type Tls } from '../net/tls.ts';

interface Needs extends Pick<Context, 'config' | 'onProgress'> {
  quietWarn: QuietWarn;
  tls: Tls | undefined;
  /** Set when the port is known, before the first request. */
  site: { url: string; port: number };
}

/** The port whose plain requests are redirected: the same server handles its connections. */
function openRedirectPort({ HOST, HTTP_REDIRECT_PORT: port }: Context['config'], http: FastifyInstance) {
  if (port === undefined) return undefined;
  const redirecting = createServer({ allowHalfOpen: true, noDelay: true });
  redirecting.on('connection', (socket) => http.server.emit('connection', socket));
  http.addHook('preClose', async () => void redirecting.close());
  return () =>
    listen(redirecting, { host: HOST, port, hostSetting: 'HOST', portSetting: 'HTTP_REDIRECT_PORT' });
}

/** Listens for browsers. */
export async function openPort({ config, onProgress, quietWarn, tls, site }: Needs, http: FastifyInstance) {
  const port = await pickPort('PORT', config.PORT, 8080, config.HOST, onProgress);
  const scheme = tls && isHttpsOn(config) ? 'https' : 'http';
  site.port = port;
  site.url = config.PUBLIC_URL ?? `${scheme}://${inUrl(config.HOST)}:${port}`;
  const place = { host: config.HOST, port, hostSetting: 'HOST', portSetting: 'PORT' };
  let close = () => {};
  http.addHook('preClose', async () => close());
  const redirect = openRedirectPort(config, http);
  const closePort = await listen(http.server, place, (at) => http.listen(at));
  close = closePort;
  const closeRedirect = await redirect?.();
  close = () => {
    closePort();
    closeRedirect?.();
  };
  // After `listen`, which reports its own errors. Without a listener a connection that cannot be accepted would end the process.
  http.server.on('error', ({ message: reason }) =>
    quietWarn('http-error', { reason }, 'the web server has a problem'),
  );
}
