import * as z from 'zod/mini';
import { DeviceId } from '../text.ts';

/** Crockford's alphabet, without ambiguous letters. 12 letters are 60 bits. */
export const CLAIM_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Claim code on the board's label; allows claiming the board: `7K3D-9QTX-2MVA`. */
export const ClaimCode = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/));

export const Claim = z.object({ id_dev: DeviceId, claim_code: ClaimCode });
export type Claim = z.infer<typeof Claim>;

/** Only characters of the QR alphanumeric mode, so that the code fits a label. */
const PREFIX = 'MNB:1:';

/** Content of a board's QR code: `MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA`. */
export const claimText = ({ id_dev, claim_code }: Claim) => `${PREFIX}${id_dev}:${claim_code}`;

/** Normalises typed input: any case, with or without dashes, O for 0, I and L for 1. */
export function readClaimCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const code = letters.replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3');
  return ClaimCode.safeParse(code).data;
}

/** Parses a scanned text; undefined for other QR codes. */
export function readClaimText(scanned: string): Claim | undefined {
  const text = scanned.trim().toUpperCase();
  if (!text.startsWith(PREFIX)) return undefined;
  const [id_dev, claim_code, ...more] = text.slice(PREFIX.length).split(':');
  return more.length === 0 ? Claim.safeParse({ id_dev, claim_code }).data : undefined;
}
