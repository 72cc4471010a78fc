export interface WriteTerms {
  /** Deadline in the clock's `elapsedMs`: nothing is sent after it. */
  notAfterMs?: number | undefined;
  /** No retry after a miss: an unanswered request may have been executed. */
  isOnce?: boolean | undefined;
  /** Asked before it is sent: a stop came after this start. */
  isOverridden?: (() => boolean) | undefined;
}

/** Registers of one drive, over a line or in the same process. Both methods throw `DriveError`. */
export interface RegisterPort {
  /** At most as many words as the profile says. */
  read(address: number, count: number): Promise<number[]>;
  write(address: number, word: number, terms?: WriteTerms): Promise<void>;
  /** Function 16, for registers of two words; absent where no drive has any. */
  writeMany?(address: number, words: readonly number[], terms?: WriteTerms): Promise<void>;
  close(): Promise<void>;
}
