import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Message } from '@manoboard/contract/mqtt/topics';
import type { BoardSecrets } from './board-secrets.ts';

interface Needs {
  secrets: BoardSecrets;
  /** Resolves when the server has it; may stay open when the connection ends before. */
  sendAck: (ack: Message<'secret/ack'>) => Promise<unknown>;
  reconnect: () => void;
}

/** Stores a new secret, then answers, then logs in with it: a power cut between the steps leaves a valid secret on the disk. */
export const createSecretRenewal =
  ({ secrets, sendAck, reconnect }: Needs) =>
  async (payload: Uint8Array, isRetained: boolean): Promise<void> => {
    const decoded = decodeMessage('secret', payload);
    if (!decoded.ok || isRetained) return;
    const { id, secret } = decoded.message;
    const isStored = secrets.isRenewed(secret);
    await sendAck({ v: 1, id, st: isStored ? 'stored' : 'failed' });
    if (isStored) reconnect();
  };
