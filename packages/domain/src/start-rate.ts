/** A motor that is started again and again overheats: one start per 10 s, and 30 in an hour. */
const MIN_GAP_S = 10;
const MAX_IN_WINDOW = 30;
export const START_WINDOW_S = 3600;

/** May a pump be started now, after these starts of the last hour? Stop is never limited. */
export function mayStart(startsS: readonly number[], nowS: number): boolean {
  const recent = startsS.filter((at) => at > nowS - START_WINDOW_S);
  return recent.length < MAX_IN_WINDOW && recent.every((at) => nowS - at >= MIN_GAP_S);
}
