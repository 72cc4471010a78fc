import type { RegisterRow } from '@manoboard/contract/nouns/diagnostics';
import { plain, searchWords } from '../../lib/search-text.ts';

/** R4.12: searches the keypad label, description and address. */
export function findRegisters(
  rows: readonly RegisterRow[],
  wanted: string,
  nameOf: (name: string) => string,
): RegisterRow[] {
  const words = searchWords(wanted);
  return rows.filter(({ label, name, address }) => {
    const text = plain(`${label} ${nameOf(name)} ${name} ${address}`);
    return words.every((word) => text.includes(word));
  });
}
