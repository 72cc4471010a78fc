/** Case and accents do not matter to a search. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The words of a search; a text matches when it holds every one of them. */
export const searchWords = (wanted: string) => plain(wanted).split(/\s+/).filter(Boolean);
