import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Maker, makeRelease, type Release } from '@manoboard/domain/firmware/release';

const KEY_FILE = 'demo-maker.private.pem';

function keepKey(folder: string): KeyObject {
  const file = join(folder, KEY_FILE);
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return createPrivateKey(readFileSync(file));
}

/** The demo's firmware key is created on first use. Only a server with DEMO=1 trusts it. */
export function loadDemoKeys(dataDir: string) {
  const folder = join(dataDir, 'secrets');
  const privateKey = keepKey(folder);
  const publicKey = createPublicKey(privateKey);
  const publicKeyFile = join(folder, 'demo-maker.public.pem');
  writeFileSync(publicKeyFile, publicKey.export({ type: 'spki', format: 'pem' }), { mode: 0o600 });
  return { privateKey, publicKey, publicKeyFile };
}

const CHANGELOG = {
  sk: `Čo je nové vo verzii 1.5.0:

- Čerpadlo sa rozbieha plynulejšie a tichšie.
- Po výpadku prúdu sa zariadenie ohlási rýchlejšie.
- Doska presnejšie meria prevádzkové hodiny motora.`,
  gb: `What is new in version 1.5.0:

- The pump starts more smoothly and more quietly.
- After a power cut the device comes back sooner.
- The board counts the operating hours of the motor more exactly.`,
};

/** A simulated board accepts any bytes; they must be the same at every start. */
const bytesOf = (name: string, size: number) =>
  createHash('shake256', { outputLength: size }).update(`manoboard demo ${name}`).digest();

/** One version newer than the firmware of the simulated boards. */
export function demoRelease(privateKey: KeyObject): Release {
  const maker: Maker = {
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    sign: (text) => `ed25519:${sign(null, Buffer.from(text), privateKey).toString('base64')}`,
  };
  const parts = [
    { name: 'app', bytes: bytesOf('app', 384 * 1024) },
    { name: 'fc-registers', bytes: bytesOf('fc-registers', 16 * 1024) },
  ];
  const facts = {
    id: 'demo-1.5.0',
    version: '1.5.0',
    from: '>=1.4.0',
    hw: 'MNB-2',
    chunk: 4096,
    exp: 2 ** 32 - 1,
  };
  return makeRelease({ ...facts, parts, changelog: CHANGELOG }, maker);
}
