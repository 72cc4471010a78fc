/** A line that carries bytes both ways: a serial port or a socket, already open. */
export interface ByteLine {
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
}

export interface ByteLineEvents {
  onBytes(bytes: Uint8Array): void;
  /** Once, whoever ended it. */
  onClosed(): void;
}

/** Opens a line or rejects; what comes in before the promise is settled is heard too. */
export type OpenByteLine = (events: ByteLineEvents) => Promise<ByteLine>;
