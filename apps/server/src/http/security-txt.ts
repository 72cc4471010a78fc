import { DAY_MS } from '@manoboard/domain/time';
import type { FastifyInstance } from 'fastify';

/** Shorter than the year that RFC 9116 recommends at most; each answer begins anew. */
const VALID_MS = 180 * DAY_MS;

interface Options {
  contactEmail: string;
  publicUrl: string | undefined;
}

/** RFC 9116: whom to tell about a vulnerability of this installation. */
export function serveSecurityTxt(app: FastifyInstance, { contactEmail, publicUrl }: Options) {
  const path = '/.well-known/security.txt';
  app.get(path, async (_request, reply) => {
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: sk, en',
      ...(publicUrl ? [`Canonical: ${publicUrl.replace(/\/+$/, '')}${path}`] : []),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
