import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Refusal } from '../refusal.ts';
import { renderPage } from './page.ts';
import type { PanelBoard } from './panel-board.ts';
import { type Answer, answerCall } from './panel-calls.ts';
import { BodyError, readJsonBody, refuseOrigin } from './request-guard.ts';

/** The panel changes the simulated world: loopback only. */
const HOST = '127.0.0.1';

export interface Panel {
  close(): Promise<void>;
}

const SHARED_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

function sendPage(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64url');
  response.writeHead(200, {
    ...SHARED_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  });
  response.end(renderPage(nonce));
}

function sendJson(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    ...SHARED_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(`${JSON.stringify(body)}\n`);
}

async function answer(request: IncomingMessage, boards: ReadonlyMap<string, PanelBoard>): Promise<Answer> {
  const { method = 'GET', url = '/' } = request;
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '/');
    return await answerCall(boards, { method, path, readBody: () => readJsonBody(request) });
  } catch (error) {
    if (error instanceof BodyError) return { status: error.status, body: { error: error.message } };
    if (error instanceof URIError) return { status: 400, body: { error: 'The address cannot be read.' } };
    return { status: 500, body: { error: 'The panel failed to answer.' } };
  }
}

/** HTTP server on loopback: one page and its API. */
export function startPanel(port: number, list: readonly PanelBoard[]): Promise<Panel> {
  const boards = new Map(list.map((board) => [board.deviceId, board]));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stranger = refuseOrigin(request, port);
    if (stranger) sendJson(response, { status: 403, body: { error: stranger } });
    else if (request.url === '/' && request.method === 'GET') sendPage(response);
    else sendJson(response, await answer(request, boards));
  }

  const server = createServer((request, response) => void handle(request, response));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      reject(new Refusal(`The panel cannot listen on port ${port} (${code}).`));
    });
    server.listen(port, HOST, () => resolve({ close }));
  });
}
