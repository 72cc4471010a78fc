/** Most words that a GD10 returns in one answer (`domain.md` 1). */
export const MAX_WORDS = 16;

export interface WriteTerms {
  /** Deadline in the clock's `elapsedMs`: nothing is sent after it. */
  notAfterMs?: number | undefined;
  /** No retry after a miss: an unanswered request may have been executed. */
  isOnce?: boolean | undefined;
}

/** Registers of one drive, over a line or in the same process. Both methods throw `DriveError`. */
export interface RegisterPort {
  /** At most 16 words. */
  read(address: number, count: number): Promise<number[]>;
  write(address: number, word: number, terms?: WriteTerms): Promise<void>;
  close(): Promise<void>;
}
