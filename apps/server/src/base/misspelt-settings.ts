/** Changes of one letter, and swaps of two needs, that turn one name into the other. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_unused, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const row = rows[i] as number[];
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      if (isSwapped && i > 1 && j > 1) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return at(one.length, other.length);
}

const SHORTEST = 5;
const most = ({ length }: string) => (length < 8 ? 1 : 2);

/**
 * Names of the environment that look like a setting and are none, with the setting that is probably meant: a misspelt
 * setting would have no effect and nobody would notice.
 */
export function findMisspelt(names: readonly string[], settings: readonly string[]) {
  return names
    .filter((name) => name.length >= SHORTEST && !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => distance(name, setting) <= most(name));
      return meant ? [{ name, meant }] : [];
    });
}
