import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** First bytes of the texts of NATS keys: they begin with O, A, U and S. */
const [OPERATOR, ACCOUNT, USER, SEED] = [14 << 3, 0, 20 << 3, 18 << 3];
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RAW_BYTES = 32;

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** CRC-16/XMODEM. */
function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

function keyText(prefix: readonly number[], raw: Buffer): string {
  const bytes = Buffer.concat([Buffer.from(prefix), raw]);
  const end = Buffer.alloc(2);
  end.writeUInt16LE(checksum(bytes));
  return base32(Buffer.concat([bytes, end]));
}

/** A key pair of NATS (nkey). */
function createKey(kind: number) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const rawOf = (der: Buffer) => der.subarray(der.length - RAW_BYTES);
  const seed = rawOf(privateKey.export({ format: 'der', type: 'pkcs8' }));
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  const name = keyText(
    [kind],
    rawOf(createPublicKey(createPrivateKey(pem)).export({ format: 'der', type: 'spki' })),
  );
  return {
    name,
    seed: keyText([SEED | (kind >> 5), (kind & 31) << 3], seed),
    /** A JWT that this key signs about another one. */
    certify(of: string, claims: object): string {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const iat = Math.floor(Date.now() / 1000);
      const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part({ jti: of, iat, iss: name, sub: of, name: of, nats: { version: 2, ...claims } })}`;
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 };

/** What `nsc` makes: the configuration of a node with an operator and an account, and the credentials of a user of it. */
export function createNatsCredentials() {
  const [operator, account, user] = [createKey(OPERATOR), createKey(ACCOUNT), createKey(USER)];
  const limits = { ...UNLIMITED, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const operatorJwt = operator.certify(operator.name, { type: 'operator' });
  const accountJwt = operator.certify(account.name, { type: 'account', limits });
  const credentialsOf = (key: ReturnType<typeof createKey>) => `-----BEGIN NATS USER JWT-----
${account.certify(key.name, { type: 'user', pub: {}, sub: {}, ...UNLIMITED })}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${key.seed}
------END USER NKEY SEED------
`;
  return {
    config: `operator: ${operatorJwt}\nresolver: MEMORY\nresolver_preload: { ${account.name}: ${accountJwt} }\n`,
    credentials: credentialsOf(user),
  };
}
