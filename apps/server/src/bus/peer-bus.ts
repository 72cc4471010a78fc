import type { SharedText } from './newest-texts.ts';

/** Subjects of messages to all other servers. One that a server does not know comes from a newer version and is ignored. */
export type PeerSubject = 'hello' | 'live' | 'presence' | 'command' | 'wake' | 'database';

/** That server is not on the bus, or this one is not: the request was not sent. */
export class NobodyThereError extends Error {
  override name = 'NobodyThereError';
}

/** The bus answers and refuses this server. */
export class BusRefusedError extends Error {
  override name = 'BusRefusedError';
}

/** The request was sent and the answer is missing: it may have been carried out. */
export class AnswerLostError extends Error {
  override name = 'AnswerLostError';
}

/**
 * Messages between servers. None is stored: what must not be lost is a row (`outbox/`, `cluster/`). Messages of one
 * server arrive in their order. A server does not receive its own messages.
 */
export interface PeerBus {
  /** Resolves when the bus is up, or after a moment without it. Rejects with `BusRefusedError`. */
  start: () => Promise<void>;
  /** To all other servers; dropped while the bus is away. Messages are JSON values. */
  publish: (subject: PeerSubject, message: unknown) => void;
  subscribe: (subject: PeerSubject, receive: (message: unknown, from: string) => void) => void;
  /**
   * Of this key the newest text is sent to all other servers, some milliseconds later, or a quarter of a second while no
   * server is watched; dropped while the bus is away. `provideTexts` sets where it is found then.
   */
  publishText: (key: string) => void;
  provideTexts: (find: (key: string) => SharedText | undefined) => void;
  /** Whether people have pages of this server open, which show texts as they come. */
  setWatched: (isWatched: boolean) => void;
  subscribeTexts: (receive: (row: SharedText, from: string) => void) => void;
  /** Servers that were heard lately and are of a version before texts: they send and read messages only. */
  olderPeers: () => ReadonlySet<string>;
  /**
   * Servers of a version before the checksums, by their rows in the database: during an upgrade their messages are accepted
   * without one. All others are dropped.
   */
  acceptUnsigned: (serverIds: ReadonlySet<string>) => void;
  /** The answer of one server. Rejects at once with `NobodyThereError` when it cannot be sent. */
  request: (serverId: string, message: unknown, timeoutMs: number) => Promise<unknown>;
  /** The answers of this server. A handler that rejects answers nothing. */
  respond: (answer: (message: unknown, from: string) => Promise<unknown>) => void;
  isUp: () => boolean;
  /** Servers that were heard within the last seconds. */
  peers: () => string[];
  /** Called when the bus comes up or goes down. */
  onChange: (receive: (isUp: boolean) => void) => void;
  stop: () => Promise<void>;
}

/** Messages of this time go in one publish: one by one they cost five times the processor time. */
export const BATCH_MS = 5;
