import { pino } from 'pino';
import { createMetrics } from '../src/base/metrics.ts';
import { createHttp } from '../src/http/http.ts';

/** The HTTP server without features, database and console. */
export const createWebServer = (change: Partial<Parameters<typeof createHttp>[0]> = {}) =>
  createHttp({
    securityLog: { note: () => {} },
    log: pino({ level: 'silent' }),
    quietWarn: () => {},
    metrics: createMetrics(),
    publicUrl: undefined,
    allowedHosts: [],
    trustedProxies: undefined,
    limits: {
      connections: 1000,
      connectionsPerAddress: 1000,
      requestsPerAddress: 1000,
      requestsPerSecond: 1000,
      anonymousPerSecond: 1000,
      anonymousAtOnce: 100,
      requestsPerAccount: 8,
      bodyMs: 10_000,
      refusalMs: 0,
      isLoopbackLimited: false,
    },
    operatorToken: undefined,
    isWebOn: true,
    areOperatorPagesOpen: false,
    consoleDist: '/nowhere',
    consoleConfig: {
      api_base: '/api',
      contact_email: '',
      docs_url: '',
      features: [],
      demo: null,
      version: '0',
    },
    authenticate: async () => undefined,
    authenticateToken: async () => undefined,
    renewToken: async () => undefined,
    allowDevice: () => Promise.reject(new Error('no device is allowed')),
    takeRead: async () => {},
    isDiskLow: () => false,
    cachedAccess: { accountOf: () => undefined, user: () => undefined, device: () => undefined },
    ready: {},
    balancer: {},
    routes: () => {},
    ...change,
  });
