import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { createSecureContext, createServer, type TLSSocket } from 'node:tls';
import { isLoopbackName } from '@manoboard/domain/installation/addresses';
import { DAY_MS } from '@manoboard/domain/time';
import type { Config } from '../base/config.ts';
import type { Context } from '../base/context.ts';
import type { QuietWarn } from '../base/log.ts';
import { StartRefused } from '../base/start-refused.ts';
import { createSelfSigned } from './self-signed.ts';

/** The intermediate list of Mozilla for TLS 1.2, without DHE; TLS 1.3 has only modern ones. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');
const SAFE = { minVersion: 'TLSv1.2', ciphers: CIPHERS } as const;
const HANDSHAKE_MS = 10_000;
/** The files are read this often, instead of watched: programs that renew certificates replace links to them. */
const RELOAD_MS = 10_000;
export const WARN_BEFORE_MS = 14 * DAY_MS;

interface Pair {
  cert: string;
  key: string;
}

/** The certificate in use, for those who must trust it. */
export interface CertificateFacts {
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  fingerprint: string;
  /** No authority has signed it: boards must be given the fingerprint or the certificate. */
  isSelfSigned: boolean;
  validToMs: number;
}

/** Adds TLS to accepted sockets. */
export interface TlsLayer {
  /** The socket is closed if no handshake succeeds in time. `onSecure` is called after it. */
  accept: (socket: Socket, onSecure: (secure: TLSSocket) => void) => void;
}

export interface Tls {
  certificate: () => CertificateFacts;
  createLayer: (protocols?: string[]) => TlsLayer;
  /** Reads the files now; it does so by itself every ten seconds. Open connections keep the earlier certificate. */
  reload: () => void;
  stop: () => void;
}

/** HTTPS: with a certificate, and on an address that others reach, unless a proxy has TLS. */
export const isHttpsOn = ({
  TLS_CERT,
  HOST,
  TRUSTED_PROXIES,
  HTTP_ALLOW_PLAIN,
}: Pick<Config, 'TLS_CERT' | 'HOST' | 'TRUSTED_PROXIES' | 'HTTP_ALLOW_PLAIN'>): boolean =>
  !HTTP_ALLOW_PLAIN && (TLS_CERT !== undefined || (!isLoopbackName(HOST) && TRUSTED_PROXIES === undefined));

/** MQTT over TLS: with a certificate, and on an address that other machines reach, unless plain MQTT is allowed. */
export const isMqttsOn = ({
  TLS_CERT,
  MQTT_TLS_PORT,
  MQTT_HOST,
  MQTT_ALLOW_PLAIN,
}: Pick<Config, 'TLS_CERT' | 'MQTT_TLS_PORT' | 'MQTT_HOST' | 'MQTT_ALLOW_PLAIN'>): boolean =>
  TLS_CERT !== undefined || MQTT_TLS_PORT !== undefined || (!isLoopbackName(MQTT_HOST) && !MQTT_ALLOW_PLAIN);

/** Names and addresses by which others may reach this machine. */
function ownNames({ HOST, MQTT_HOST, PUBLIC_URL, MQTT_PUBLIC_URL, ALLOWED_HOSTS }: Config) {
  const machine = hostname().toLowerCase();
  const urls = [PUBLIC_URL, MQTT_PUBLIC_URL].flatMap((url) => (url ? [new URL(url).hostname] : []));
  const addresses = Object.values(networkInterfaces()).flatMap(
    (list) => list?.map((one) => one.address) ?? [],
  );
  const all = [
    ...urls,
    machine,
    `${machine}.local`,
    ...ALLOWED_HOSTS,
    HOST,
    MQTT_HOST,
    'localhost',
    ...addresses,
  ];
  const names = all.map((name) => name.replace(/^\[|\]$/g, '').replace(/%.*$/, ''));
  // Only what a certificate can name.
  const [first = 'localhost', ...others] = [...new Set(names)].filter(
    (name) => /^[\w.:*-]+$/.test(name) && !['0.0.0.0', '::'].includes(name),
  );
  return [first, ...others] as const;
}

/** Certificate and key of this installation: those of the settings, or the ones that the server makes itself. */
export function certificateFiles({ TLS_CERT, TLS_KEY, DATA_DIR }: Config) {
  if (TLS_CERT !== undefined && TLS_KEY !== undefined) return { certFile: TLS_CERT, keyFile: TLS_KEY };
  const folder = join(DATA_DIR, 'tls');
  return { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
}

/** The certificate of this installation without TLS_CERT, made once and stored, readable by the owner only. */
function ownFiles(config: Config, nowMs: number, onProgress: (progress: string) => void) {
  const files = certificateFiles(config);
  const isThere = existsSync(files.certFile) && existsSync(files.keyFile);
  if (isThere && new X509Certificate(readFileSync(files.certFile)).validToDate.getTime() > nowMs)
    return files;
  const { cert, key } = createSelfSigned(ownNames(config), nowMs);
  mkdirSync(dirname(files.certFile), { recursive: true, mode: 0o700 });
  for (const [file, text] of [
    [files.keyFile, key],
    [files.certFile, cert],
  ] as const) {
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  onProgress(
    `There is no TLS_CERT, so the server has made a certificate of its own, ${files.certFile}. Browsers warn of it; compare its SHA-256 fingerprint: ${factsOf(cert).fingerprint}`,
  );
  return files;
}

function readText(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartRefused(`${setting} cannot be read: ${(error as Error).message}.`);
  }
}

function factsOf(cert: string): CertificateFacts {
  const certificate = new X509Certificate(cert);
  return {
    fingerprint: certificate.fingerprint256,
    isSelfSigned: certificate.issuer === certificate.subject,
    validToMs: certificate.validToDate.getTime(),
  };
}

/** Throws an error whose message names the setting. */
export function readPair(files: { certFile: string; keyFile: string }): Pair & { facts: CertificateFacts } {
  const pair = { cert: readText(files.certFile, 'TLS_CERT'), key: readText(files.keyFile, 'TLS_KEY') };
  try {
    // Fails for a key of another certificate too.
    createSecureContext({ ...SAFE, ...pair });
    return { ...pair, facts: factsOf(pair.cert) };
  } catch (error) {
    throw new StartRefused(
      `TLS_CERT (${files.certFile}) and TLS_KEY (${files.keyFile}) must be a certificate and its key, as PEM: ${(error as Error).message}.`,
    );
  }
}

/** Remote end of a connection: unique while it is open. */
const peerOf = ({ remoteAddress, remotePort, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localPort}`;

function createLayer(pair: Pair, protocols: string[] | undefined) {
  const waiting = new Map<string, (secure: TLSSocket) => void>();
  const server = createServer({
    ...SAFE,
    ...pair,
    handshakeTimeout: HANDSHAKE_MS,
    ...(protocols && { ALPNProtocols: protocols }),
  });
  server.on('secureConnection', (secure) => {
    const onSecure = waiting.get(peerOf(secure));
    if (onSecure) onSecure(secure);
    else secure.destroy();
  });
  // A failed handshake closes its socket; scanners cause many.
  server.on('tlsClientError', (_error, secure) => secure.destroy());
  return {
    server,
    accept(socket: Socket, onSecure: (secure: TLSSocket) => void) {
      const peer = peerOf(socket);
      waiting.set(peer, onSecure);
      socket.once('close', () => waiting.delete(peer));
      server.emit('connection', socket);
    },
  };
}

interface Needs extends Pick<Context, 'config' | 'now' | 'onProgress'> {
  quietWarn: QuietWarn;
}

/** The certificate of the installation, for HTTPS and MQTT over TLS. Nothing if neither is on. */
export function openTls({ config, now, onProgress, quietWarn }: Needs): Tls | undefined {
  if (!isHttpsOn(config) && !isMqttsOn(config)) return undefined;
  const files =
    config.TLS_CERT === undefined ? ownFiles(config, now(), onProgress) : certificateFiles(config);
  let current = readPair(files);
  const layers: ReturnType<typeof createLayer>[] = [];

  function warnOfExpiry() {
    const leftMs = current.facts.validToMs - now();
    if (leftMs < WARN_BEFORE_MS)
      quietWarn(
        'certificate',
        { validTo: new Date(current.facts.validToMs).toISOString(), file: files.certFile },
        leftMs > 0 ? 'the certificate expires soon' : 'the certificate has expired',
      );
  }

  function reload() {
    try {
      const next = readPair(files);
      if (next.cert !== current.cert || next.key !== current.key) {
        for (const { server } of layers) server.setSecureContext({ ...SAFE, cert: next.cert, key: next.key });
        current = next;
        onProgress(`the certificate was renewed; its SHA-256 fingerprint is ${current.facts.fingerprint}`);
      }
      warnOfExpiry();
    } catch (error) {
      // Also while one of the two files is new: the next reading finds both.
      quietWarn(
        'certificate-reload',
        { reason: (error as Error).message },
        'the certificate cannot be renewed; the earlier one stays in use',
      );
    }
  }

  warnOfExpiry();
  const timer = setInterval(reload, RELOAD_MS);
  timer.unref();
  return {
    certificate: () => current.facts,
    createLayer(protocols) {
      const layer = createLayer(current, protocols);
      layers.push(layer);
      return layer;
    },
    reload,
    stop: () => clearInterval(timer),
  };
}
