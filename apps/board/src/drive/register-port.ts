/** GD10 answers at most so many words at once (`domain.md` 1). */
export const MOST_WORDS = 16;

/** The registers of one drive, over a line or in the same process. Both verbs throw `DriveError`. */
export interface RegisterPort {
  /** At most 16 words. */
  read(address: number, count: number): Promise<number[]>;
  write(address: number, word: number): Promise<void>;
  close(): Promise<void>;
}
