/** Removes case and diacritics for searching. */
export const foldText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The words of a search; a text matches when it contains all of them. */
export const searchWords = (wanted: string) => foldText(wanted).split(/\s+/).filter(Boolean);

/** Where the folded words occur in the text: ascending, not overlapping. */
export function matchRanges(text: string, words: readonly string[]): [from: number, to: number][] {
  const starts: number[] = [];
  let folded = '';
  // Folding may change the length of a character, so each folded letter keeps the place of its origin.
  for (let at = 0; at < text.length; at++) {
    const letters = foldText(text.charAt(at));
    for (const _letter of letters) starts.push(at);
    folded += letters;
  }
  const found = words.flatMap((word) => {
    const places: [number, number][] = [];
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
      places.push([starts[at] ?? 0, (starts[at + word.length - 1] ?? 0) + 1]);
    return places;
  });
  found.sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of found) {
    const last = merged.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
