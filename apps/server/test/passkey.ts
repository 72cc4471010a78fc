import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer } from '@manoboard/contract/account/factor';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
/** The user was present and verified by a PIN, finger or face. */
const PRESENT_AND_VERIFIED = 0x05;

/** A passkey without a browser: an ES256 key that signs challenges with any counter. */
export function createPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16).toString('base64url');
  // A COSE key: EC2, ES256, P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  /** Its answer to a challenge of a console at this origin. */
  function answer(origin: string, challenge: string, signCount: number): PasskeyAnswer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    const flags = Buffer.of(PRESENT_AND_VERIFIED);
    const authenticatorData = Buffer.concat([sha256(new URL(origin).hostname), flags, counter]);
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  return { credential: { credentialId, publicKey: cose, signCount: 0, transports: [] }, answer };
}
