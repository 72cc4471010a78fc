import { TOTP as RULES } from '@manoboard/domain/access/second-factor';
import { Secret, TOTP } from 'otpauth';

const PRODUCT = 'MaNoBoard';

/** A secret that is copied to the row of another user does not open. */
export const totpPlace = (userId: number) => `second_factor.secret ${userId}`;

const totpOf = (bytes: Uint8Array, label = '') =>
  new TOTP({
    issuer: PRODUCT,
    label,
    algorithm: 'SHA1',
    digits: RULES.digits,
    period: RULES.periodS,
    secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }),
  });

/** A new secret, as an app takes it: typed, or by a QR code. */
export function newTotp(label: string) {
  const { bytes, base32 } = new Secret({ size: 20 });
  return { bytes: Buffer.from(bytes), secret: base32, uri: totpOf(bytes, label).toString() };
}

/** The time step of this code; nothing if the code is wrong. */
export function stepOf(bytes: Uint8Array, code: string, nowMs: number): number | undefined {
  const totp = totpOf(bytes);
  const delta = totp.validate({ token: code, timestamp: nowMs, window: RULES.window });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
