/** GD10 answers at most so many words at once (`domain.md` 1). */
export const MOST_WORDS = 16;

export interface WriteTerms {
  /** In the clock's `elapsedMs`: later than this nothing is sent any more. */
  notAfterMs?: number | undefined;
  /** Not again after a miss: what was not answered may have been heard. */
  isOnce?: boolean | undefined;
}

/** The registers of one drive, over a line or in the same process. Both verbs throw `DriveError`. */
export interface RegisterPort {
  /** At most 16 words. */
  read(address: number, count: number): Promise<number[]>;
  write(address: number, word: number, terms?: WriteTerms): Promise<void>;
  close(): Promise<void>;
}
