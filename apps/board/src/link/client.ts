export interface ClientLogin {
  url: string;
  clientId: string;
  username: string;
  password: string;
  keepAliveS: number;
  will: { topic: string; payload: string; retain: boolean };
}

export interface ClientEvents {
  onOpen(): void;
  onMessage(topic: string, payload: Uint8Array, isRetained: boolean): void;
  /** Once, and nothing after it. */
  onClose(isRefused: boolean): void;
}

/** One connection to a broker, at least once (QoS 1) in both directions; it never comes back by itself. */
export interface Client {
  isOpen(): boolean;
  /**
   * Resolves with the broker's acknowledgement. Rejects with `NotAcknowledged` after `ACK_TIMEOUT_MS`; rejects or
   * stays open when the connection ends before.
   */
  publish(topic: string, payload: string, retain: boolean): Promise<void>;
  /** The filters that the broker has granted. */
  subscribe(filters: string[]): Promise<string[]>;
  /** Says goodbye to the broker: no will. */
  end(): void;
  /** Cuts the line. */
  destroy(): void;
}

export type OpenClient = (login: ClientLogin, events: ClientEvents) => Client;

/** A broker that cannot store a message keeps the connection and does not acknowledge: the message is sent again. */
export const ACK_TIMEOUT_MS = 20_000;
export class NotAcknowledged extends Error {}

/** MQTT 3.1.1 answers to a login: bad user name or password, not authorised. */
export const isRefusal = (code: unknown) => code === 4 || code === 5;
/** Longer than a server needs for a whole fleet that comes back: a board that gives up has to queue again. */
export const CONNECT_TIMEOUT_MS = 30_000;
