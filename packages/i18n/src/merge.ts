export type Texts = Record<string, object>;

/** Merges files one level deep: a namespace has the keys of all its parts. `npm run check` finds a key in two files. */
export function mergeTexts(files: readonly Texts[], into: Texts = {}): Texts {
  for (const file of files)
    for (const [namespace, part] of Object.entries(file))
      into[namespace] = Object.assign(into[namespace] ?? {}, part);
  return into;
}
