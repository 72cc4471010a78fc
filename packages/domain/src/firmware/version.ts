const BOUND = /^(>=|<=|>|<|=)(.+)$/;

/** Below 0: `a` is older than `b`; 0: the same; above 0: newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const [place, number] of (left ?? []).entries()) {
    const difference = number - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A version that is not three numbers cannot be compared, so it is not outdated. */
export const isOutdated = (version: string | null, newest: string | undefined): boolean =>
  newest !== undefined &&
  version !== null &&
  /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version) &&
  compareVersions(version, newest) < 0;

function meets(version: string, bound: string): boolean {
  const [, sign, limit = ''] = BOUND.exec(bound) ?? [];
  const difference = compareVersions(version, limit);
  if (sign === '>=') return difference >= 0;
  if (sign === '<=') return difference <= 0;
  if (sign === '>') return difference > 0;
  if (sign === '<') return difference < 0;
  return sign === '=' && difference === 0;
}

/** `>=1.3.0 <2.0.0`: every bound holds. */
export const isInRange = (version: string, range: string) =>
  range.split(' ').every((bound) => meets(version, bound));
