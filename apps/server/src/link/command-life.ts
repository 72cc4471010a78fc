import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';

/** Seconds for which a command may still be delivered, 0 when it may not; undefined for any other message. */
export function commandLifeS(topic: string, payload: Uint8Array, nowS: number): number | undefined {
  if (!topic.endsWith('/cmd')) return undefined;
  const decoded = decodeMessage('cmd', payload);
  return decoded.ok ? Math.max(0, decoded.message.exp - nowS) : 0;
}
