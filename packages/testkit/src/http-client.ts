import { Agent, request as httpRequest } from 'node:http';
import type { HttpRequest } from './http-request.ts';

export interface HttpAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends a request as it is, over connections that are kept: no path is made straight, no header is added but the cookie. */
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
        // A body that is refused by its length is not read to its end; the answer has come all the same.
        if (isAnswered) return;
        if (sent.reusedSocket) done('closed');
        else fail(error);
      });
      sent.end(body);
    });

  return {
    /** A kept connection that the server has just closed is no answer: the next one is asked. */
    async send(request: HttpRequest, cookie?: string): Promise<HttpAnswer> {
      let answer = await once(request, cookie);
      while (answer === 'closed') answer = await once(request, cookie);
      return answer;
    },
    close: () => agent.destroy(),
  };
}
