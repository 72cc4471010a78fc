import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** First bytes of an encrypted value. */
const MARK = Buffer.from('mnb1');
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
const CIPHER = 'aes-256-gcm';

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `manoboard ${purpose}`, 32));

/**
 * Encrypts secrets that the server must read again (AES-256-GCM). `place` names the column, and the user where there
 * is one: a value that somebody copies to another place does not open.
 */
export function createSecretBox(secret: string) {
  const key = derive(secret, 'secrets');
  return {
    /** Stored beside the secrets: it shows whether they were written with this key. */
    check: derive(secret, 'check'),
    /** Of the checksums of messages between servers, which all have the same secret. */
    busKey: derive(secret, 'bus'),
    /** Of the links in mails that need no account. */
    linkKey: derive(secret, 'links'),

    seal(place: string, plain: Buffer): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const content = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([MARK, nonce, cipher.getAuthTag(), content]);
    },

    open(place: string, stored: Buffer): Buffer {
      const nonceEnd = MARK.length + NONCE_BYTES;
      const tagEnd = nonceEnd + TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, key, stored.subarray(MARK.length, nonceEnd))
        .setAAD(Buffer.from(place))
        .setAuthTag(stored.subarray(nonceEnd, tagEnd));
      return Buffer.concat([decipher.update(stored.subarray(tagEnd)), decipher.final()]);
    },
  };
}
export type SecretBox = ReturnType<typeof createSecretBox>;
