import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { isPinned, type ServerTrust } from './server-trust.ts';

interface Target {
  host: string;
  port: number;
  trust: ServerTrust | undefined;
}

/**
 * A TLS connection that sends nothing before the server was verified: by the authorities of the system, by `trust.ca`, or by the
 * pinned fingerprint. A server that fails is an error with the reason as its code.
 */
export function openTlsSocket({ host, port, trust }: Target): TLSSocket {
  const socket = connect({
    host,
    port,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(trust && 'ca' in trust && { ca: trust.ca }),
    // The fingerprint identifies the certificate; its signature does not matter.
    ...(trust && 'fingerprint' in trust && { rejectUnauthorized: false }),
  });
  socket.setNoDelay(true);
  socket.cork();
  socket.once('secureConnect', () => {
    if (trust && 'fingerprint' in trust && !isPinned(trust, socket.getPeerCertificate().fingerprint256))
      socket.destroy(Object.assign(new Error('another certificate'), { code: 'PIN' }));
    else socket.uncork();
  });
  return socket;
}
