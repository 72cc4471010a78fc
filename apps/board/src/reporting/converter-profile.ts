import { createHash } from 'node:crypto';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Message } from '@manoboard/contract/mqtt/topics';
import { type FcProfile, profileText } from '@manoboard/domain/fc/profile';
import type { Clock } from '../clock.ts';

/** A server that requests it again and again gets it only so often. */
const REPLY_EVERY_MS = 5_000;

/** Announces the profile by its hash, and sends it to a server that does not have it. */
export function createConverterProfile(
  profile: FcProfile,
  clock: Pick<Clock, 'elapsedMs'>,
  send: (reply: Message<'profile'>) => void,
) {
  const file = profileText(profile);
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
  let sentMs = Number.NEGATIVE_INFINITY;
  return {
    hash,
    answer(payload: Uint8Array): void {
      const decoded = decodeMessage('profile/req', payload);
      if (!decoded.ok || decoded.message.hash !== hash) return;
      if (clock.elapsedMs() - sentMs < REPLY_EVERY_MS) return;
      sentMs = clock.elapsedMs();
      send({ v: 1, hash, file });
    },
  };
}
