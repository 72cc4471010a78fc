import * as z from 'zod/mini';
import { DeviceId } from './text.ts';

/** Crockford's letters: none of them is taken for a digit. 12 of them are 60 bits, too many to guess. */
export const CLAIM_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Who reads this from the board's label may make the board his: `7K3D-9QTX-2MVA`. */
export const ClaimCode = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/));

export const Claim = z.object({ id_dev: DeviceId, claim_code: ClaimCode });
export type Claim = z.infer<typeof Claim>;

/** Only characters of a QR code's dense alphabet: the code stays small enough for a label. */
const PREFIX = 'MNB:1:';

/** What the QR code on a board says: `MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA`. */
export const claimText = ({ id_dev, claim_code }: Claim) => `${PREFIX}${id_dev}:${claim_code}`;

/** As a person types it: any case, with or without dashes, O for 0, I and L for 1. */
export function readClaimCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const code = letters.replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3');
  return ClaimCode.safeParse(code).data;
}

/** What a scanned text says, or nothing for any other QR code of the world. */
export function readClaimText(scanned: string): Claim | undefined {
  const text = scanned.trim().toUpperCase();
  if (!text.startsWith(PREFIX)) return undefined;
  const [id_dev, claim_code, ...more] = text.slice(PREFIX.length).split(':');
  return more.length === 0 ? Claim.safeParse({ id_dev, claim_code }).data : undefined;
}
