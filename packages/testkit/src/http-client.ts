import { Agent, request as httpRequest } from 'node:http';
import type { HttpRequest } from './http-request.ts';

export interface HttpAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends raw requests over kept connections: no path normalisation, no header but the cookie. */
export function createHttpClient(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  const once = ({ method, path, headers, body }: HttpRequest, cookie?: string) =>
    new Promise<HttpAnswer | 'closed'>((done, fail) => {
      let isAnswered = false;
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const allHeaders = { ...(cookie && { cookie }), ...length, ...headers };
      const options = { agent, hostname, port, method, path: `/api${path}`, headers: allHeaders };
      const sent = httpRequest(options, (answer) => {
        isAnswered = true;
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on('error', fail);
      });
      sent.on('error', (error) => {
        // A body refused by its length is not read to its end; the response has arrived.
        if (isAnswered) return;
        if (sent.reusedSocket) done('closed');
        else fail(error);
      });
      sent.end(body);
    });

  return {
    /** A kept connection just closed by the server: retry on the next one. */
    async send(request: HttpRequest, cookie?: string): Promise<HttpAnswer> {
      let answer = await once(request, cookie);
      while (answer === 'closed') answer = await once(request, cookie);
      return answer;
    },
    close: () => agent.destroy(),
  };
}
