import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { ConsoleConfig } from '@manoboard/contract/installation/console-config';
import { YEAR_MS } from '@manoboard/domain/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const TAG_MANAGER = 'https://www.googletagmanager.com';
/** Hosts that the tag manager sends its data to. */
const TAG_RECEIVERS = `${TAG_MANAGER} https://*.google-analytics.com https://*.analytics.google.com`;

/** Own origin only, no inline scripts; UI kit styles need the nonce. The tag manager is the only other origin. */
const contentSecurityPolicy = (nonce: string, hasTag: boolean) =>
  [
    "default-src 'self'",
    `script-src 'self'${hasTag ? ` ${TAG_MANAGER}` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${hasTag ? ` ${TAG_RECEIVERS}` : ''}`,
    `connect-src 'self'${hasTag ? ` ${TAG_RECEIVERS}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const NO_FRAME = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * A worker has the policy of its own file, so that of the page stays strict. All fetch from this origin; the QR worker
 * may compile WebAssembly (docs/decisions/0012), the service worker (docs/decisions/0023) and that of the event stream may
 * not.
 */
const WORKER_POLICIES = [
  [
    /\/assets\/qr-worker-[\w-]+\.js(\.br|\.gz)?$/,
    `default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; ${NO_FRAME}`,
  ],
  [
    /\/(app-worker|assets\/stream-worker-[\w-]+)\.js(\.br|\.gz)?$/,
    `default-src 'none'; connect-src 'self'; ${NO_FRAME}`,
  ],
] as const;

const isVisit = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] === 'document';
/** Two slashes at the begin would name a host. */
const pathOf = ({ url }: FastifyRequest) =>
  URL.parse(url.replace(/^\/+/, '/'), 'http://localhost')?.pathname ?? url;

/**
 * Pages whose address has a secret, or that show one. The page that the service worker stores has no tag either: it is
 * served for any address.
 */
const SECRET_PAGES = /^\/(recover-password|confirm-email|second-factor|setup|demo|wall)(\/|$)/;
const mayHaveTag = (request: FastifyRequest) =>
  isVisit(request) && !SECRET_PAGES.test(pathOf(request)) && !/[?&](token|code)=/i.test(request.url);

/** Pages that open before the first run is done: the form, and the terms that it links to. */
const SETUP_PAGES = /^\/(setup|terms)(\/|$)/;

interface ConsoleOptions {
  dist: string;
  config: ConsoleConfig;
  /** R1.9: container of the tag manager. */
  analyticsTag: string | undefined;
  /** While it is true, every page leads to the form of the first run. */
  isSetupNeeded: () => Promise<boolean>;
}

/** JSON inside a script element: `<` must not end it. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The built console: hashed files are cached for a year, the page is never cached, other files are revalidated. */
export async function serveConsole(
  app: FastifyInstance,
  { dist, config, analyticsTag, isSetupNeeded }: ConsoleOptions,
) {
  const index = join(dist, 'index.html');
  if (!existsSync(index)) {
    app.log.warn({ dist }, 'the console is not built, so only the API is served');
    return;
  }
  const page = readFileSync(index, 'utf8').replace(
    /(<script type="application\/json" id="console-config">).*?(<\/script>)/s,
    (_match, open: string, close: string) => `${open}${inScript(config)}${close}`,
  );
  const files = {
    root: dist,
    index: false as const,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply: FastifyReply, path: string) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
      const [, policy] = WORKER_POLICIES.find(([file]) => file.test(path)) ?? [];
      if (policy) reply.header('content-security-policy', policy);
    },
  };
  // One route for all hashed files: a route for each of them would take a tenth of a start.
  await app.register(fastifyStatic, {
    ...files,
    root: join(dist, 'assets'),
    prefix: '/assets/',
    allowedPath: (path) => !/\.(br|gz)$/.test(path),
  });
  await app.register(fastifyStatic, {
    ...files,
    decorateReply: false,
    wildcard: false,
    // `preCompressed` finds packed files without a route of their own.
    globIgnore: ['index.html*', 'assets/**', '**/*.{br,gz}'],
  });

  const tag = analyticsTag && `<script async src="${TAG_MANAGER}/gtm.js?id=${analyticsTag}"></script></head>`;
  const taggedPage = tag && page.replace('</head>', tag);

  const sendPage = async (reply: FastifyReply) => {
    const { request } = reply;
    if (isVisit(request) && !SETUP_PAGES.test(pathOf(request)) && (await isSetupNeeded()))
      return reply.header('cache-control', 'no-store').redirect('/setup');
    const nonce = randomBytes(16).toString('base64');
    const tagged = mayHaveTag(request) ? taggedPage : undefined;
    return reply
      .code(200)
      .header('content-security-policy', contentSecurityPolicy(nonce, tagged !== undefined))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send((tagged ?? page).replaceAll('__NONCE__', nonce));
  };
  for (const path of ['/', '/index.html']) app.get(path, (_request, reply) => sendPage(reply));
  app.decorate('sendPage', sendPage);
}

declare module 'fastify' {
  interface FastifyInstance {
    sendPage?: (reply: FastifyReply) => Promise<FastifyReply>;
  }
}
