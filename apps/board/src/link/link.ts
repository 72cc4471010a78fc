import type { Message, TopicFrom } from '@manoboard/contract/mqtt/topics';

/** What a board says, and what it hears. */
export type UpTopic = TopicFrom<'board'>;
export type DownTopic = TopicFrom<'server'>;

/** As it came; whether it is what the contract says is for the reader to find out. */
export interface Incoming {
  name: DownTopic;
  /** Of the topics that are numbered. */
  n: number | undefined;
  payload: Uint8Array;
  isRetained: boolean;
}

/** A board's line to its server; it comes back by itself for as long as it is not closed. */
export interface Link {
  /** Resolves when the server has taken the message, rejects when the connection ended before. */
  publish<N extends UpTopic>(name: N, message: Message<N>): Promise<void>;
  /** Says goodbye, then leaves. */
  close(): Promise<void>;
  /** Leaves without a goodbye, as a network does: the will speaks. */
  abandon(): void;
}

export interface LinkEvents {
  onConnected(): void;
  onDisconnected(): void;
  onMessage(incoming: Incoming): void;
  /** `refused`: the broker knows neither this ID nor this secret. */
  onTrouble(trouble: 'refused' | 'unreachable'): void;
}

export interface Login {
  url: string;
  idDev: string;
  secret: string;
  boot: number;
}

export type OpenLink = (login: Login, events: LinkEvents) => Link;
