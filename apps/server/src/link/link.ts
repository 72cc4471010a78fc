import type { Message, TopicFrom } from '@manoboard/contract/mqtt/topics';

/** A board that has shown its secret. */
export interface Board {
  deviceId: number;
  idDev: string;
}

/** What boards may say, and what they hear. */
export type UpTopic = TopicFrom<'board'>;
export type DownTopic = TopicFrom<'server'>;

/** Messages of one board over its rate limits: they are not acknowledged, so the board sends them again. */
export interface Flood {
  held: number;
  isOver: boolean;
}

/**
 * The handlers of one feature, for the topics it handles. The broker acknowledges a message to the board when the
 * promise resolves; when it rejects, the board stays connected and sends the message again.
 */
export type MessageHandlers = { [N in UpTopic]?: (board: Board, message: Message<N>) => Promise<void> };

/** What the server does with messages and connections of boards. */
export interface LinkHandlers {
  authenticate: (idDev: string, secret: Uint8Array) => Promise<Board | undefined>;
  messages: Required<MessageHandlers>;
  /** The connection is gone, with or without a will. */
  lost: (board: Board) => void;
  /** A board sends more than its rate limits: told at the first message, then with the number, then at the end. */
  flooded: (board: Board, flood: Flood) => void;
  /** The broker no longer answers whoever comes, or does so again. */
  answers: (isUp: boolean) => void;
}

/** The one door to devices. */
export interface Link {
  url: string;
  port: number;
  /** Resolves when the broker has it. A board that is not connected misses it and is told again at its birth; `n` is a chunk's number. */
  send: <N extends DownTopic>(name: N, idDev: string, message: Message<N>, n?: number) => Promise<void>;
  /** Takes a message back: the board receives an empty one. */
  forget: (name: DownTopic, idDev: string) => Promise<void>;
  /** R4.5: does the broker answer? */
  isUp: () => boolean;
  stop: () => Promise<void>;
}
