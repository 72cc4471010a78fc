import type { Message, TopicName } from '@manoboard/contract/topics';

/** A board's line to its server; it comes back by itself for as long as it is not closed. */
export interface Link {
  /** Resolves when the server has taken the message, rejects when the connection ended before. */
  publish<N extends TopicName>(name: N, message: Message<N>): Promise<void>;
  /** Says goodbye, then leaves. */
  close(): Promise<void>;
}

export interface LinkEvents {
  onConnected(): void;
  onDisconnected(): void;
  onCommand(payload: Uint8Array, isRetained: boolean): void;
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
