import { X509Certificate } from 'node:crypto';
import { readText } from '../credentials.ts';
import { Refusal } from '../refusal.ts';

/** How a board recognises its server: by the authority that signed its certificate, or by the certificate itself. */
export type ServerTrust = { ca: string } | { fingerprint: string };

const PREFIX = 'sha256:';
const plain = (fingerprint: string) => fingerprint.replaceAll(':', '').toUpperCase();

function isPem(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

/** `sha256:` and the fingerprint of the certificate, or a file with the authority or the certificate itself (PEM). */
export function serverTrust(value: string | undefined): ServerTrust | undefined {
  if (value === undefined) return undefined;
  if (value.startsWith(PREFIX)) {
    const fingerprint = plain(value.slice(PREFIX.length));
    if (/^[0-9A-F]{64}$/.test(fingerprint)) return { fingerprint };
    throw new Refusal('--ca sha256:… must have 64 hexadecimal digits, with or without colons.');
  }
  const ca = readText(value);
  if (isPem(ca)) return { ca };
  throw new Refusal(`The file ${value} (--ca) holds no certificate in PEM.`);
}

/** True if the certificate that the server presents has the pinned fingerprint. */
export const isPinned = ({ fingerprint }: { fingerprint: string }, shown: string | undefined) =>
  shown !== undefined && plain(shown) === fingerprint;

const HOW = 'Give --ca the file of its authority, or sha256: and the fingerprint that the server prints.';

/** Codes of OpenSSL and Node, as a sentence that says what to do. */
const CAUSES: Record<string, (host: string, error: Error) => string> = {
  PIN: () =>
    'The certificate of the server is not the one of --ca: another machine answers, or it was renewed.',
  CERT_HAS_EXPIRED: () => 'The certificate of the server has expired.',
  CERT_NOT_YET_VALID: () =>
    'The certificate of the server is not valid yet: check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The certificate of the server does not name ${host}.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => `No authority has signed the certificate of the server. ${HOW}`,
  SELF_SIGNED_CERT_IN_CHAIN: () => `The authority of the certificate of the server is not known. ${HOW}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () =>
    `The authority of the certificate of the server is not known. ${HOW}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () =>
    `The authority of the certificate of the server is not known, or the server does not send its chain. ${HOW}`,
  ERR_SSL_WRONG_VERSION_NUMBER: () =>
    'The server speaks no TLS on this port: use mqtt:// or its port for mqtts.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: () =>
    'The server speaks no TLS on this port: use mqtt:// or its port for mqtts.',
};

/** Why a TLS connection failed; nothing for errors of the network. */
export function tlsCause(error: Error, host: string): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const cause = Object.hasOwn(CAUSES, code) ? CAUSES[code]?.(host, error) : undefined;
  if (cause !== undefined) return cause;
  if (code === 'ECONNRESET' && error.message.includes('before secure TLS'))
    return 'The server closed the connection during the TLS handshake: check that the port is its port for mqtts.';
  return /^(ERR_SSL_|ERR_TLS_|CERT_|EPROTO)/.test(code) ? `TLS failed: ${error.message}.` : undefined;
}
