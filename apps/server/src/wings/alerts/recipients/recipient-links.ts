import { createHmac, timingSafeEqual } from 'node:crypto';

const TARGET = 'recipient ';

/** Targets of the mail channel: an account is its number, a recipient has a word before it. */
export const recipientTarget = (id: number) => `${TARGET}${id}`;
export const recipientOf = (targetId: string): number | undefined =>
  targetId.startsWith(TARGET) ? Number(targetId.slice(TARGET.length)) : undefined;

/**
 * The link in every mail to a recipient, by which they agree and end it. It is made from the key of the server, so that
 * each mail has it and no table does.
 */
export function createRecipientLinks(key: Buffer, pageUrl: (path: string) => string) {
  const macOf = (id: string) => createHmac('sha256', key).update(`recipient ${id}`).digest();
  return {
    url: (id: number) => pageUrl(`/told#token=${id}.${macOf(`${id}`).toString('base64url')}`),

    /** The recipient of a link; nothing for a forged one. */
    read(token: string): number | undefined {
      const [, id, mac] = /^([1-9]\d{0,8})\.([\w-]{43})$/.exec(token) ?? [];
      if (id === undefined || mac === undefined) return undefined;
      return timingSafeEqual(macOf(id), Buffer.from(mac, 'base64url')) ? Number(id) : undefined;
    },
  };
}
export type RecipientLinks = ReturnType<typeof createRecipientLinks>;
