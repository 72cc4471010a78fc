import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@manoboard/testkit/free-port';
import { newBrowserKeys } from '@manoboard/testkit/push-browser';

/** `dead`: connections are refused. `stalled`: connections are accepted, answers stop in the middle for ever. */
export type Mode = 'fine' | 'dead' | 'stalled' | 'slow' | '4xx' | '5xx';
const MIXED = ['fine', 'stalled', 'slow', '4xx', '5xx'] as const;

/** A message that a receiver has stored. `to` is an address or a path. */
export interface Accepted {
  channel: 'mail' | 'push' | 'webhook';
  to: string;
  id: string;
  atMs: number;
}

const SLOW_REPLY_MS = 100;
const SLOW_MS = 1500;
const RETRY_AFTER_S = '3';

const pick = <T>(of: readonly [T, ...T[]]): T => of[Math.floor(Math.random() * of.length)] ?? of[0];

/** SMTP in one of the modes. A mail is stored before the reply: real servers deliver it also if the client is gone. */
async function serveMail(socket: Socket, mode: Mode, accept: (to: string, id: string) => void) {
  const badStep = pick(['MAIL', 'RCPT', '.']);
  const badReply = { '4xx': '451 try again later', '5xx': '550 mailbox unavailable' }[mode as string];
  const replies: Record<string, string> = { DATA: '354 end with a dot', QUIT: '221 bye' };
  let [to, id, isData] = ['', '', false];
  socket.write('220 bench ESMTP\r\n');
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isData && line !== '.') {
      id ||= /^message-id: *<(.*)@/i.exec(line)?.[1] ?? '';
      continue;
    }
    const step = isData ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
    isData = step === 'DATA';
    if (step === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
    const isBad = step === badStep;
    if (isBad && mode === 'stalled') return;
    if (mode === 'slow') await pause(step === '.' ? SLOW_MS : SLOW_REPLY_MS);
    const refusal = isBad ? badReply : undefined;
    if (step === '.' && refusal === undefined) accept(to, id);
    socket.write(`${refusal ?? replies[step] ?? '250 ok'}\r\n`);
  }
}

/** HTTP in one of the modes; a request is stored before the answer. */
async function serveHttp(
  request: IncomingMessage,
  response: ServerResponse,
  mode: Mode,
  accept: (body: Buffer) => void,
) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (mode === 'stalled') return;
  if (mode === 'slow') await pause(SLOW_MS);
  if (mode === '4xx') {
    const status = pick([400, 429]);
    response.writeHead(status, status === 429 ? { 'retry-after': RETRY_AFTER_S } : {}).end();
  } else if (mode === '5xx') response.writeHead(pick([500, 503])).end();
  else {
    accept(Buffer.concat(chunks));
    response.writeHead(201).end();
  }
}

/** A server that can be dead: it then refuses connections and drops those it has. */
async function createDeadable(server: Server) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const start = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
  await start();
  return { port, start, stop };
}

/** A mail server, a push service and a webhook receiver that fail together. */
export async function startFaultyReceivers() {
  const accepted: Accepted[] = [];
  const browser = newBrowserKeys();
  const state: { mode: Mode | 'mixed' } = { mode: 'fine' };
  const modeNow = (): Mode => (state.mode === 'mixed' ? pick(MIXED) : state.mode);
  const accept = (one: Omit<Accepted, 'atMs'>) => void accepted.push({ ...one, atMs: Date.now() });

  const mail = createServer((socket) => {
    serveMail(socket, modeNow(), (to, id) => accept({ channel: 'mail', to, id })).catch(() => {});
  });
  const http = createHttpServer((request, response) => {
    const { url: to = '', headers } = request;
    const isPush = to.startsWith('/push/');
    serveHttp(request, response, modeNow(), (body) => {
      if (isPush) accept({ channel: 'push', to, id: (browser.decrypt(body) as { tag: string }).tag });
      else accept({ channel: 'webhook', to, id: String(headers['webhook-id']) });
    }).catch(() => {});
  });
  const servers = [await createDeadable(mail), await createDeadable(http)] as const;

  return {
    accepted,
    browserKeys: browser.keys,
    smtpUrl: `smtp://127.0.0.1:${servers[0].port}`,
    httpUrl: `http://127.0.0.1:${servers[1].port}`,
    /** Connections that stalled before stay silent for ever. */
    async setMode(mode: Mode | 'mixed') {
      const [was, is] = [state.mode === 'dead', mode === 'dead'];
      state.mode = mode;
      if (is && !was) await Promise.all(servers.map((server) => server.stop()));
      if (was && !is) await Promise.all(servers.map((server) => server.start()));
    },
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}
