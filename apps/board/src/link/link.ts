import type { Message, TopicFrom } from '@manoboard/contract/mqtt/topics';
import type { ServerTrust } from './server-trust.ts';

/** Topics that a board publishes, and topics that it subscribes to. */
export type UpTopic = TopicFrom<'board'>;
export type DownTopic = TopicFrom<'server'>;

/** Raw payload; the receiver validates it. */
export interface Incoming {
  name: DownTopic;
  /** For numbered topics. */
  n: number | undefined;
  payload: Uint8Array;
  isRetained: boolean;
}

/** A board's connection to its server; reconnects until it is closed. */
export interface Link {
  /** Resolves on acknowledgement, rejects when the connection ends before. */
  publish<N extends UpTopic>(name: N, message: Message<N>): Promise<void>;
  /** Publishes offline, then disconnects. */
  close(): Promise<void>;
  /** Ends the connection and logs in again at once, with the secret of now. */
  reconnect(): void;
  /** Drops the connection like a network failure: the broker publishes the will. */
  abandon(): void;
}

export interface LinkEvents {
  onConnected(): void;
  onDisconnected(): void;
  onMessage(incoming: Incoming): void;
  /** `refused`: the broker rejected the ID or the secret; `untrusted`: TLS failed, with a sentence that says why. */
  onConnectFailed(reason: 'refused' | 'unreachable' | 'untrusted', cause?: string): void;
}

export interface Login {
  url: string;
  trust?: ServerTrust | undefined;
  deviceId: string;
  /** Read before each login. */
  secret: () => string;
  boot: number;
}

export type OpenLink = (login: Login, events: LinkEvents) => Link;
