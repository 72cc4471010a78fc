import { type RawBuilder, sql } from 'kysely';

/** Does a text that was made searchable hold this one? One letter is almost everywhere: no index has it. */
export function holds(text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  const isHeld = sql<boolean>`strpos(${text}, searchable(${wanted})) > 0`;
  if (wanted.length < 2) return isHeld;
  return sql<boolean>`(search_pieces(${text}) @> search_keys(searchable(${wanted})) and ${isHeld})`;
}
