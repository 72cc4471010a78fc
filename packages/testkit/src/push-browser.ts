import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** The keys of a browser, and its decryption of a push message (RFC 8291, RFC 8188). */
export function newBrowserKeys() {
  const ecdh = createECDH('prime256v1');
  const own = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(message: Buffer): unknown {
      const salt = message.subarray(0, 16);
      const keyEnd = 21 + message.readUInt8(20);
      const sender = message.subarray(21, keyEnd);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(message.subarray(-16));
      const plain = Buffer.concat([decipher.update(message.subarray(keyEnd, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}
