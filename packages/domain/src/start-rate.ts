/** A motor that is started again and again overheats. */
export interface StartLimits {
  /** So much time between two starts. */
  gapS: number;
  perHour: number;
}

export const START_LIMITS: StartLimits = { gapS: 10, perHour: 30 };
export const START_WINDOW_S = 3600;

/**
 * May a pump be started now, after these starts of the last hour? Stop is never limited. A start that is still to come
 * was written down before the clock was set back: it says nothing.
 */
export function mayStart(startsS: readonly number[], nowS: number, { gapS, perHour }: StartLimits): boolean {
  const recent = startsS.filter((at) => at > nowS - START_WINDOW_S && Math.floor(at) <= nowS);
  return recent.length < perHour && recent.every((at) => nowS - at >= gapS);
}
