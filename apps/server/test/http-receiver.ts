import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { freePort } from '@manoboard/testkit/free-port';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
export type Answering = (response: ServerResponse) => void;

/** A web server that records requests; `answer` decides what it sends. */
export async function startReceiver() {
  const requests: ReceivedRequest[] = [];
  const accept: Answering = (response) => response.writeHead(201).end('ok');
  const state = { answer: accept };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    state.answer(response);
  });
  const port = await freePort();
  const start = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Answers each request with this status. */
    answerWith(status: number, text = '') {
      state.answer = (response) => response.writeHead(status).end(text);
    },
    answerBy(answer: Answering) {
      state.answer = answer;
    },
    accept() {
      state.answer = accept;
    },
    start,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
