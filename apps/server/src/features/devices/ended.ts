/** Access that is gone. */
export interface Ended {
  userId: number;
  /** By the clock, and its user knows. */
  isEndTold: boolean;
}

export const userIdsOf = (ended: readonly Ended[]) => ended.map(({ userId }) => userId);

/** Those who do not know it yet. */
export const untold = (ended: readonly Ended[], ...knowing: readonly number[]) =>
  userIdsOf(ended.filter(({ userId, isEndTold }) => !isEndTold && !knowing.includes(userId)));
