/** Removes case and diacritics for searching. */
export const foldText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The words of a search; a text matches when it contains all of them. */
export const searchWords = (wanted: string) => foldText(wanted).split(/\s+/).filter(Boolean);
