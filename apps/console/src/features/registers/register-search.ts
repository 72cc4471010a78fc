import type { RegisterRow } from '@manoboard/contract/diagnostics';

/** Nobody types the accents of a word that he searches. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** R4.12: by what the keypad calls it, by its description, or by its number. */
export function findRegisters(
  rows: readonly RegisterRow[],
  wanted: string,
  nameOf: (name: string) => string,
): RegisterRow[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return rows.filter(({ label, name, address }) => {
    const text = plain(`${label} ${nameOf(name)} ${name} ${address}`);
    return words.every((word) => text.includes(word));
  });
}
