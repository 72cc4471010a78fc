import type { ServerTrust } from './server-trust.ts';

export interface ClientLogin {
  url: string;
  /** For `mqtts`; without it the authorities of the system are trusted. */
  trust?: ServerTrust | undefined;
  clientId: string;
  username: string;
  password: string;
  keepAliveS: number;
  will: { topic: string; payload: string; retain: boolean };
}

export interface ClientEvents {
  onOpen(): void;
  onMessage(topic: string, payload: Uint8Array, isRetained: boolean): void;
  /** Called once, after all other callbacks; with a sentence if TLS failed. */
  onClose(isRefused: boolean, tlsCause?: string): void;
}

/** One connection to a broker with QoS 1 in both directions; does not reconnect. */
export interface Client {
  isOpen(): boolean;
  /**
   * Resolves with the broker's acknowledgement. Rejects with `NotAcknowledged` after `ACK_TIMEOUT_MS`; rejects or
   * stays open when the connection ends before.
   */
  publish(topic: string, payload: string, retain: boolean): Promise<void>;
  /** The filters that the broker granted. */
  subscribe(filters: string[]): Promise<string[]>;
  /** Sends DISCONNECT: no will is published. */
  end(): void;
  /** Closes the socket without DISCONNECT. */
  destroy(): void;
}

export type OpenClient = (login: ClientLogin, events: ClientEvents) => Client;

/** A broker that cannot store a message sends no PUBACK and keeps the connection: the message is sent again. */
export const ACK_TIMEOUT_MS = 20_000;
export class NotAcknowledged extends Error {}

/** CONNACK codes of MQTT 3.1.1: bad user name or password, not authorised. */
export const isRefusal = (code: unknown) => code === 4 || code === 5;
/** Longer than a server needs to accept a whole fleet: a board that gives up queues again. */
export const CONNECT_TIMEOUT_MS = 30_000;

/** `host` is an IPv6 address without its brackets. */
export function brokerAddress(url: string) {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'mqtts:';
  return { isTls, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 8883 : 1883)) };
}
