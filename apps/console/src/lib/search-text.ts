/** Case and accents do not matter to a search. */
export const foldText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The words of a search; a text matches when it holds every one of them. */
export const searchWords = (wanted: string) => foldText(wanted).split(/\s+/).filter(Boolean);
