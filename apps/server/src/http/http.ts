import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { ConsoleConfig } from '@manoboard/contract/installation/console-config';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { SecurityLog } from '../audit-log/security-log.ts';
import type { Logger, QuietWarn } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { TlsLayer } from '../net/tls.ts';
import { ANSWER_POLICY, answerInvalidHttp, bareHeaders } from './bare-answer.ts';
import { compressAnswer } from './compression.ts';
import { serveConsole } from './console.ts';
import { createCookies } from './cookies.ts';
import { refuseCrossSite, refuseForeignHost } from './cross-site.ts';
import { serveDocs } from './docs.ts';
import { answerError } from './error-answer.ts';
import { answerConditionally } from './etag.ts';
import { type DeviceMetrics, type ReadyParts, serveDeviceMetrics, serveHealth } from './health.ts';
import { type HttpLimits, limitConnections } from './limits/connections.ts';
import { SERVER_TIMEOUTS } from './limits/open-requests.ts';
import { createEntrance, PLAIN_ENTRANCE } from './limits/tls-or-plain.ts';
import { createIsOperator, hasToken, type IsOperator } from './operator.ts';
import { isPagePath, readablePath } from './page-path.ts';
import { redirectPlainHttp } from './plain-http.ts';
import { ProblemError } from './problem-error.ts';
import { noteAnswered } from './route.ts';
import { type AllowDevice, type CachedAccess, refuseRoutesWithoutRule } from './rules.ts';
import { recordSecurity } from './security-events.ts';
import { serveSecurityTxt } from './security-txt.ts';
import {
  type Authenticate,
  type AuthenticateToken,
  clientKey,
  credentialOf,
  type RenewToken,
  requireUser,
} from './session.ts';

interface HttpOptions {
  log: Logger;
  metrics: Metrics;
  quietWarn: QuietWarn;
  publicUrl: string | undefined;
  /** Adds TLS to the connections. */
  https?: { layer: TlsLayer; port: () => number; isSelfSigned: boolean } | undefined;
  allowedHosts: readonly string[];
  trustedProxies: string | undefined;
  limits: HttpLimits;
  operatorToken: string | undefined;
  deviceMetrics?: DeviceMetrics | undefined;
  /** True in the demo: `/metrics`, `/api/docs` and details of `/readyz` are open to everyone. */
  areOperatorPagesOpen: boolean;
  /** False: the server has health and metrics only. */
  isWebOn: boolean;
  consoleDist: string;
  consoleConfig: ConsoleConfig;
  analyticsTag?: string | undefined;
  isSetupNeeded?: () => Promise<boolean>;
  authenticate: Authenticate;
  authenticateToken: AuthenticateToken;
  renewToken: RenewToken;
  allowDevice: AllowDevice;
  takeRead: (userId: number, units: number) => Promise<void>;
  isDiskLow: () => boolean;
  cachedAccess: CachedAccess;
  securityLog: Pick<SecurityLog, 'note'>;
  ready: ReadyParts;
  /** What a load balancer needs to know: answered at once, without a write. */
  balancer: ReadyParts;
  /** Registers the features' routes below /api. */
  routes: (api: FastifyInstance) => void;
}

/** The console is served by https only. */
const isSecure = ({ https, publicUrl }: Pick<HttpOptions, 'https' | 'publicUrl'>) =>
  https !== undefined || (publicUrl?.startsWith('https') ?? false);

const BODY_LIMIT = 64 * 1024;

/** Many clients send a JSON content type with every request: an empty body counts as none. Calls that need one answer 422. */
function acceptEmptyJson(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}

/** Answers hold personal data: without another header no browser or proxy may store them. */
async function forbidCaching(_request: FastifyRequest, reply: FastifyReply) {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}

/** Features of browsers that no page here uses; the camera reads QR codes of boards (R4.1), the position orders lists (R4.17). */
const PERMISSIONS_POLICY = [
  'camera=(self)',
  'geolocation=(self)',
  ...['accelerometer', 'display-capture', 'gyroscope', 'hid', 'magnetometer'].map((name) => `${name}=()`),
  ...['microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'].map((name) => `${name}=()`),
].join(', ');

async function restrictFeatures(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('permissions-policy', PERMISSIONS_POLICY);
}

/** By the pattern of the route: an address has IDs in it. An event stream lasts as long as its page. */
const measureRequests = (app: FastifyInstance, { httpSeconds }: Pick<Metrics, 'httpSeconds'>) =>
  app.addHook('onResponse', async ({ method, routeOptions: { url: route = 'unknown' } }, reply) => {
    if (route.endsWith('/stream')) return;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    httpSeconds.observe({ method, route, status }, reply.elapsedTime / 1000);
  });

/** The console sends no such input: it is a bug of a program, or a search for one here. Its values are not logged. */
const warnOfInvalidInput = (app: FastifyInstance, quietWarn: QuietWarn) =>
  app.addHook('onError', async ({ method, routeOptions, ip, user }, _reply, error) => {
    if (error.validation === undefined) return;
    const fields = error.validation.map(({ instancePath }) => instancePath).slice(0, 10);
    const { url: route } = routeOptions;
    quietWarn('input', { method, route, fields, address: ip, userId: user?.id }, 'invalid input was refused');
  });

/** The API and the console. */
async function serveWeb(app: FastifyInstance, options: HttpOptions, isOperator: IsOperator): Promise<void> {
  await app.register(
    async (api) => {
      refuseRoutesWithoutRule(api);
      options.routes(api);
      serveDocs(api, isOperator);
    },
    { prefix: '/api' },
  );
  serveSecurityTxt(app, { contactEmail: options.consoleConfig.contact_email, publicUrl: options.publicUrl });
  await serveConsole(app, {
    dist: options.consoleDist,
    config: options.consoleConfig,
    analyticsTag: options.analyticsTag,
    isSetupNeeded: options.isSetupNeeded ?? (async () => false),
  });
}

export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  // A browser that insists on https offers no way past the warning of a certificate that no authority has signed.
  const hasStrictTransport = isSecure(options) && !options.https?.isSelfSigned;
  const bare = bareHeaders(hasStrictTransport);
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    requestTimeout: SERVER_TIMEOUTS.requestTimeout,
    http: SERVER_TIMEOUTS,
    trustProxy: options.trustedProxies ?? false,
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url = '/' }) => readablePath(url),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(bare)),
    clientErrorHandler: answerInvalidHttp(bare),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.decorateRequest('user', null);
  app.decorateRequest('findUser', null);
  const cookies = createCookies(isSecure(options));
  app.decorate('browserCookies', cookies);
  app.decorate('requireUser', requireUser({ ...options, cookies, cachedUser: options.cachedAccess.user }));
  app.decorate('allowDevice', options.allowDevice);
  app.decorate('takeRead', options.takeRead);
  app.decorate('cachedAccess', options.cachedAccess);
  app.decorate('isDiskLow', options.isDiskLow);
  const entrance = options.https ? createEntrance(options.https.layer) : PLAIN_ENTRANCE;
  app.addHook('onSend', noteAnswered);
  // Limits tell known sessions by their cookie.
  await app.register(cookie);
  limitConnections(app, options.limits, {
    ...options,
    entrance,
    accountOf: (request) => {
      const credential = credentialOf(request, cookies);
      return credential === undefined ? undefined : options.cachedAccess.accountOf(credential);
    },
    isMonitor: hasToken(options.operatorToken, options.deviceMetrics?.token),
  });
  app.addHook('onRequest', restrictFeatures);
  app.addHook('onRequest', refuseForeignHost(options));
  if (options.https) app.addHook('onRequest', redirectPlainHttp({ ...options, port: options.https.port }));
  app.addHook('onRequest', refuseCrossSite(options));
  app.addHook('onSend', answerConditionally);
  app.addHook('onSend', forbidCaching);
  app.addHook('onSend', compressAnswer);
  measureRequests(app, options.metrics);
  recordSecurity(app, options.securityLog);
  warnOfInvalidInput(app, options.quietWarn);
  const isOperator = createIsOperator({ ...options, token: options.operatorToken });

  await app.register(helmet, {
    contentSecurityPolicy: { directives: ANSWER_POLICY, useDefaults: false },
    strictTransportSecurity: hasStrictTransport,
  });
  await app.register(formbody);
  await app.register(rateLimit, {
    global: false,
    keyGenerator: clientKey,
    errorResponseBuilder: (_request, { ttl }) =>
      new ProblemError('TOO_MANY_REQUESTS', { retry_after: Math.ceil(ttl / 1000) }),
  });
  serveHealth(app, options.metrics.registry, options, isOperator);
  if (options.deviceMetrics) serveDeviceMetrics(app, options.deviceMetrics);
  if (options.isWebOn) await serveWeb(app, options, isOperator);

  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && isPagePath(request.url) && app.sendPage) return app.sendPage(reply);
    throw new ProblemError('NOT_FOUND');
  });
  return app;
}
