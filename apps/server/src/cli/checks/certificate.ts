import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { isLoopbackName } from '@manoboard/domain/installation/addresses';
import { DAY_MS } from '@manoboard/domain/time';
import type { Config } from '../../base/config.ts';
import { StartRefused } from '../../base/start-refused.ts';
import { certificateFiles, isHttpsOn, isMqttsOn, readPair, WARN_BEFORE_MS } from '../../net/tls.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Names of the public addresses that the certificate must be valid for. */
const publicNames = ({ PUBLIC_URL, MQTT_PUBLIC_URL }: Config) =>
  [PUBLIC_URL, MQTT_PUBLIC_URL].flatMap((url) =>
    url ? [new URL(url).hostname.replace(/^\[|\]$/g, '')] : [],
  );

const isFor = (certificate: X509Certificate, name: string) =>
  (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;

export function checkCertificate(config: Config, nowMs: number): Finding {
  const { ok, warning, error } = findingsOf('certificate');
  const { HOST, MQTT_HOST, PUBLIC_URL } = config;
  const isLocal = PUBLIC_URL === undefined && isLoopbackName(HOST) && isLoopbackName(MQTT_HOST);
  if (isLocal && !config.TLS_CERT) return ok('The server needs no TLS: it listens on this machine only.');
  if (!isHttpsOn(config) && !isMqttsOn(config))
    return PUBLIC_URL?.startsWith('https:')
      ? ok('The server has no TLS of its own: the proxy of PUBLIC_URL has it.')
      : warning('Neither console nor boards use TLS: passwords can be read on the way.');
  const files = certificateFiles(config);
  if (!config.TLS_CERT && !existsSync(files.certFile))
    return warning('The first start makes a certificate, which browsers warn of: TLS_CERT names a real one.');
  try {
    const { cert, facts } = readPair(files);
    const leftDays = Math.floor((facts.validToMs - nowMs) / DAY_MS);
    if (leftDays < 0) return error(`${files.certFile} has expired.`);
    const certificate = new X509Certificate(cert);
    const foreign = publicNames(config).find((name) => !isFor(certificate, name));
    if (foreign) return error(`${files.certFile} is not valid for ${foreign}.`);
    if (facts.validToMs - nowMs < WARN_BEFORE_MS)
      return warning(`${files.certFile} expires in ${leftDays} days: is it renewed?`);
    if (facts.isSelfSigned)
      return warning(`${files.certFile} is self-signed: browsers warn of it, and boards need --ca.`);
    return ok(`${files.certFile} is valid for ${leftDays} more days.`);
  } catch (problem) {
    if (problem instanceof StartRefused) return error(problem.message);
    throw problem;
  }
}
