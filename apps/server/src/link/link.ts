import type { Message, TopicFrom } from '@manoboard/contract/topics';

/** A board that has shown its secret. */
export interface Board {
  deviceId: number;
  idDev: string;
}

/** What boards may say; what the server has no use for yet is read, acknowledged and left. */
export type UpTopic = TopicFrom<'board'>;
export type HandledTopic = Extract<UpTopic, 'status' | 'info' | 'tele' | 'event' | 'ack'>;

/** What the server does with what boards say. A message is acknowledged to the board when its promise resolves. */
export interface LinkHandlers {
  authenticate: (idDev: string, secret: Uint8Array) => Promise<Board | undefined>;
  messages: { [N in HandledTopic]: (board: Board, message: Message<N>) => Promise<void> };
  /** The connection is gone, with or without a will. */
  lost: (board: Board) => void;
}

/** The one door to devices. */
export interface Link {
  url: string;
  port: number;
  /** Resolves when the broker has it; nothing is kept for a board that is not there. */
  send: <N extends Extract<TopicFrom<'server'>, 'cmd'>>(
    name: N,
    idDev: string,
    message: Message<N>,
  ) => Promise<void>;
  stop: () => Promise<void>;
}
