import type { Message, Tele, TopicFrom } from '@manoboard/contract/mqtt/topics';
import type { DeviceKey } from '../db/device-key.ts';

/** An authenticated board. */
export interface Board {
  deviceKey: DeviceKey;
  deviceId: string;
  /** With several servers: the fencing token of this connection; a board that connects again has a higher one. */
  conn?: number;
}

/** With its present owner: boards of one owner share a packet limit. */
export type OwnedBoard = Board & { ownerId?: number | undefined };

/** Topics that boards publish, and topics that the server publishes. */
export type UpTopic = TopicFrom<'board'>;
export type DownTopic = TopicFrom<'server'>;

/** Messages of one board over its rate limits: they are not acknowledged, so the board sends them again. */
export interface Flood {
  held: number;
  isOver: boolean;
}

/** When a message arrived; `isRetry` if it could not be stored then. */
export interface Receipt {
  atMs: number;
  isRetry: boolean;
}

/** Calls `done` when the frame is stored, or with the reason why not. Without promises: there are too many frames. */
export type FrameHandler = (
  board: Board,
  frame: Tele,
  receipt: Receipt,
  done: (error?: Error) => void,
) => void;

/**
 * The handlers of one feature, for the topics it handles. The broker acknowledges a message to the board when the
 * promise resolves; when it rejects, the board stays connected and the message is tried again.
 */
export type MessageHandlers = {
  [N in Exclude<UpTopic, 'tele'>]?: (board: Board, message: Message<N>, receipt: Receipt) => Promise<void>;
};

/** A connection of an integration login. Paths are below the prefix of the login. */
export interface IntegrationConnection {
  integrationId: number;
  /**
   * All messages that the client may have now, by path. Of those that it has subscribed to it gets the changed ones, the
   * repeated ones, and an empty one for each that is gone.
   */
  setContent: (content: ReadonlyMap<string, string>, isRepeated: (path: string) => boolean) => void;
  close: () => void;
}

export interface IntegrationHandlers {
  /** The user of the login, or nothing when it is refused. */
  authenticate: (integrationId: number, password: Uint8Array) => Promise<number | undefined>;
  connected: (connection: IntegrationConnection) => void;
  lost: (connection: IntegrationConnection) => void;
  /** A message below the prefix of the login that is neither retained nor repeated. */
  received: (connection: IntegrationConnection, path: string, payload: string) => void;
}

/** What the server does with messages and connections of boards. */
export interface LinkHandlers {
  integrations: IntegrationHandlers;
  authenticate: (deviceId: string, secret: Uint8Array) => Promise<OwnedBoard | undefined>;
  /** A board or a program was refused; the name is as it was sent, and may be anything. */
  refused?: (name: string, address: string | undefined) => void;
  /** With several servers: makes this one the owner of the board before its CONNACK. */
  claim?: ((board: Board) => Promise<Board | undefined>) | undefined;
  messages: Required<MessageHandlers>;
  frame: FrameHandler;
  /** The connection has ended, with or without a will message. */
  lost: (board: Board) => void;
  /** A board exceeds its rate limits: called at the first message, then with the count, then at the end. */
  flooded: (board: Board, flood: Flood) => void;
  /** The broker stopped answering new clients, or answers again. */
  answers: (isUp: boolean) => void;
}

/** The only connection of the server to boards. */
export interface Link {
  url: string;
  /** Address for MQTT over TLS, if it is on. */
  tlsUrl?: string | undefined;
  port: number;
  /** Resolves when the broker has the message. A board that is offline misses it and gets it at its next birth. `n`: the number of a chunk. */
  send: <N extends DownTopic>(name: N, deviceId: string, message: Message<N>, n?: number) => Promise<void>;
  /** Clears a message: the board receives an empty one. */
  forget: (name: DownTopic, deviceId: string) => Promise<void>;
  /** Ends the connection of a board, if it has one here; it must log in again. */
  cut: (deviceId: string) => void;
  /** R4.5: does the broker answer? */
  isUp: () => boolean;
  /** Closes the line of a board if it is older than this connection. */
  close: (deviceId: string, conn: number) => void;
  /** Closes the lines of all boards, so many in a second: they connect to another server. */
  handOver: (perSecond: number, withinMs: number) => Promise<number>;
  stop: () => Promise<void>;
}
