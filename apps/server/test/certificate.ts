import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSelfSigned } from '../src/net/self-signed.ts';

/** A certificate in files, as an operator has it. */
export async function createCertificateFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'manoboard-tls-'));
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const names = ['pumps.example.com', 'localhost', '127.0.0.1'] as const;
  const write = async () => {
    const { cert, key } = createSelfSigned(names, Date.now());
    await writeFile(keyFile, key);
    await writeFile(certFile, cert);
    return cert;
  };
  const cert = await write();
  return {
    folder,
    certFile,
    keyFile,
    cert,
    /** Writes another certificate to the same files. */
    renew: write,
    env: { TLS_CERT: certFile, TLS_KEY: keyFile },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
export type CertificateFiles = Awaited<ReturnType<typeof createCertificateFiles>>;

export interface HttpsAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** One request on a connection of its own; only this certificate is trusted. */
export const httpsRequest = (
  url: string,
  { ca, body, ...options }: { ca: string; method?: string; body?: string; headers?: Record<string, string> },
): Promise<HttpsAnswer> =>
  new Promise((done, fail) => {
    const sent = request(url, { ca, agent: false, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', fail).end(body);
  });
