/**
 * Records of https://osv.dev (its format, OSV 1.x), as the file `all.zip` of the ecosystem npm has them.
 * @typedef {{ introduced?: string, fixed?: string, last_affected?: string }} RangeEvent
 * @typedef {{ package?: { ecosystem?: string, name?: string }, versions?: string[], ranges?: { type: string, events: RangeEvent[] }[] }} Affected
 * @typedef {{ id: string, summary?: string, withdrawn?: string, affected?: Affected[] }} Advisory
 * @typedef {{ id: string, name: string, version: string, summary: string, fixed: string | undefined }} Finding
 */

/** Numbers of a version, and the identifiers of a pre-release, which comes before the release. */
function partsOf(version) {
  const [, numbers = '', pre] = /^v?([\d.]+)(?:-([\w.-]+))?/.exec(version) ?? [];
  return { numbers: numbers.split('.').map(Number), pre: pre?.split('.') };
}

function comparePre(a, b) {
  if (!a || !b) return Number(Boolean(b)) - Number(Boolean(a));
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [x, y] = [a[at], b[at]];
    if (x === y) continue;
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const areNumbers = /^\d+$/.test(x) && /^\d+$/.test(y);
    return areNumbers ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return 0;
}

/** As semver orders versions. */
export function compareVersions(a, b) {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < 3; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePre(left.pre, right.pre);
}

/** Events are in the order of versions: the last one at or below the version decides. */
function isInRange(version, events) {
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || compareVersions(version, introduced) >= 0))
      isAffected = true;
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) isAffected = false;
    if (last !== undefined && compareVersions(version, last) > 0) isAffected = false;
  }
  return isAffected;
}

/** @type {(version: string, affected: Affected) => boolean} */
const isAffected = (version, { versions = [], ranges = [] }) =>
  versions.includes(version) ||
  ranges.some(({ type, events }) => type === 'SEMVER' && isInRange(version, events));

/** @type {(affected: Affected) => string | undefined} */
const fixOf = ({ ranges = [] }) =>
  ranges.flatMap(({ events }) => events).findLast(({ fixed }) => fixed !== undefined)?.fixed;

/**
 * @param {readonly { name: string, version: string }[]} parts
 * @param {readonly Advisory[]} advisories
 * @returns {Finding[]}
 */
export function findVulnerabilities(parts, advisories) {
  const versions = new Map();
  for (const { name, version } of parts) versions.set(name, [...(versions.get(name) ?? []), version]);
  return advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected = [] }) =>
      affected.flatMap((one) => {
        const name = one.package?.ecosystem === 'npm' ? (one.package.name ?? '') : '';
        const hit = (versions.get(name) ?? []).filter((version) => isAffected(version, one));
        return hit.map((version) => ({ id, name, version, summary, fixed: fixOf(one) }));
      }),
    );
}
