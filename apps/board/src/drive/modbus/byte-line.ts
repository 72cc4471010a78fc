/** An open bidirectional byte stream: a serial port or a socket. */
export interface ByteLine {
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
}

export interface ByteLineEvents {
  onBytes(bytes: Uint8Array): void;
  /** Called once, whichever side closed it. */
  onClosed(): void;
}

/** Opens a line or rejects; bytes received before the promise settles are delivered too. */
export type OpenByteLine = (events: ByteLineEvents) => Promise<ByteLine>;
