import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PACKAGE_DIR } from '../package-dir.ts';
import { type IsOperator, requireOperator } from './operator.ts';

const { resolve } = createRequire(import.meta.url);

/** Addresses are relative to `/api/docs`, so that the page works behind any prefix. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>MaNoBoard API</title>
<link rel="icon" href="docs/icon.png">
<link rel="stylesheet" href="docs/viewer.css">
</head>
<body>
<div id="api"></div>
<script src="docs/viewer.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** `validatorUrl: null` keeps the viewer from sending the document to an external validator. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
`;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCUMENT = join(PACKAGE_DIR, '../../docs/openapi.json');
const ofViewer = (name: string) => () => readFile(resolve(`@fastify/swagger-ui/static/${name}`));
const FILES: Record<string, { type: string; read: () => Promise<Buffer> }> = {
  'viewer.js': { type: 'text/javascript; charset=utf-8', read: ofViewer('swagger-ui-bundle.js') },
  'viewer.css': { type: 'text/css; charset=utf-8', read: ofViewer('swagger-ui.css') },
  'icon.png': { type: 'image/png', read: ofViewer('favicon-32x32.png') },
  'start.js': { type: 'text/javascript; charset=utf-8', read: async () => Buffer.from(START) },
};

/** For the operator: the document of this version, and a page that shows it with files of our own origin only. */
export function serveDocs(api: FastifyInstance, isOperator: IsOperator) {
  const guarded = { config: { rule: 'anyone' }, onRequest: requireOperator(isOperator) } as const;
  const packed = new Map<string, Promise<Buffer>>();
  const pack = async (read: () => Promise<Buffer>) => promisify(gzip)(await read());
  const send = (reply: FastifyReply, type: string, body: string | Buffer) =>
    reply.header('cache-control', 'no-cache').type(type).send(body);

  api.get('/openapi.json', guarded, async (_request, reply) =>
    send(reply, 'application/json; charset=utf-8', await readFile(DOCUMENT)),
  );
  api.get('/docs', guarded, (_request, reply) =>
    send(reply.header('content-security-policy', POLICY), 'text/html; charset=utf-8', PAGE),
  );
  for (const [name, { type, read }] of Object.entries(FILES))
    api.get(`/docs/${name}`, guarded, async (_request, reply) => {
      const body = packed.get(name) ?? pack(read);
      packed.set(name, body);
      return send(reply.header('content-encoding', 'gzip'), type, await body);
    });
}
