/** Limits on starts: frequent starts overheat the motor. */
export interface StartLimits {
  /** Least time between two starts. */
  gapS: number;
  perHour: number;
}

export const START_LIMITS: StartLimits = { gapS: 10, perHour: 30 };
export const START_WINDOW_S = 3600;

/**
 * Whether a pump may be started now, after these starts of the last hour. Stop is never limited. A start in the future
 * was stored before the clock was set back and is ignored.
 */
export function mayStart(startsS: readonly number[], nowS: number, { gapS, perHour }: StartLimits): boolean {
  const recent = startsS.filter((at) => at > nowS - START_WINDOW_S && Math.floor(at) <= nowS);
  // Whole seconds: a start within the current one may be up to a second ahead of `nowS`.
  return recent.length < perHour && recent.every((at) => Math.max(0, nowS - at) >= gapS);
}
