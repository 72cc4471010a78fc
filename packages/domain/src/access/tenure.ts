/**
 * R4.3c: a change of owner starts a new tenure. Its owner and delegates see what came after its start; staff see
 * everything, which is `null` here.
 */
export type VisibleFromS = number | null;

/** Whether an event belongs to the tenure: strictly after its start, because the transfer itself has the same time. */
export const isInTenure = (atS: number, visibleFromS: VisibleFromS): boolean =>
  visibleFromS === null || atS > visibleFromS;

/**
 * What a reader sees of something that lasts (an alert, an update): all of it, the bare fact without words and names
 * of the former tenure, or nothing. What still lasted when the tenure began is a fact about the pump.
 */
export function tenureView(
  { startedAtS, endedAtS }: { startedAtS: number; endedAtS: number | null },
  visibleFromS: VisibleFromS,
): 'whole' | 'fact' | 'hidden' {
  if (isInTenure(startedAtS, visibleFromS)) return 'whole';
  return endedAtS === null || isInTenure(endedAtS, visibleFromS) ? 'fact' : 'hidden';
}
