import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { DAY_MS } from '@manoboard/domain/time';
import ipaddr from 'ipaddr.js';

/** Tags of ASN.1. */
const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
};
/** Encoded object identifiers. */
const Oid = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
};

/** Boards pin the certificate, so it is not renewed behind their back. */
const VALID_DAYS = 3650;

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
const sequence = (...parts: Uint8Array[]) => der(Tag.sequence, ...parts);
const oid = (hex: string) => der(Tag.oid, Buffer.from(hex, 'hex'));
const integer = (bytes: Uint8Array) => der(Tag.integer, bytes);
const bits = (bytes: Uint8Array, unused = 0) => der(Tag.bits, Buffer.from([unused]), bytes);
const TRUE = der(Tag.boolean, Buffer.from([0xff]));

/** GeneralizedTime: 20261118071122Z. */
const time = (ms: number) =>
  der(Tag.time, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')));

const nameOf = (commonName: string) =>
  sequence(der(Tag.set, sequence(oid(Oid.commonName), der(Tag.utf8, Buffer.from(commonName)))));

const extension = (id: string, isCritical: boolean, content: Uint8Array) =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), der(Tag.octets, content));

const altName = (name: string) =>
  isIP(name)
    ? der(Tag.ipAddress, Uint8Array.from(ipaddr.parse(name).toByteArray()))
    : der(Tag.dnsName, Buffer.from(name, 'ascii'));

function extensionsOf(names: readonly string[]): Buffer {
  const digitalSignature = bits(Uint8Array.of(0x80), 7);
  return sequence(
    extension(Oid.basicConstraints, true, sequence()),
    extension(Oid.keyUsage, true, digitalSignature),
    extension(Oid.extendedKeyUsage, false, sequence(oid(Oid.serverAuth))),
    extension(Oid.subjectAltName, false, sequence(...names.map(altName))),
  );
}

const pem = (bytes: Uint8Array) => {
  const lines = Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\n').trim();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};

/** X.509 version 3 with a P-256 key, for these host names and addresses; the first is its common name. */
function certificateOf(privateKey: KeyObject, names: readonly [string, ...string[]], nowMs: number): string {
  const name = nameOf(names[0].slice(0, 64));
  const algorithm = sequence(oid(Oid.ecdsaWithSha256));
  // A positive number without a leading zero byte.
  const serial = Buffer.concat([Uint8Array.of(0x40), randomBytes(15)]);
  const body = sequence(
    der(Tag.version, integer(Uint8Array.of(2))),
    integer(serial),
    algorithm,
    name,
    // Boards may have a clock that is behind.
    sequence(time(nowMs - DAY_MS), time(nowMs + VALID_DAYS * DAY_MS)),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(Tag.extensions, extensionsOf(names)),
  );
  return pem(sequence(body, algorithm, bits(sign('sha256', body, privateKey))));
}

/** A new key and a certificate that it has signed itself, both as PEM. */
export function createSelfSigned(names: readonly [string, ...string[]], nowMs: number) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    cert: certificateOf(privateKey, names, nowMs),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
