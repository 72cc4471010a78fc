import { type RawBuilder, sql } from 'kysely';

/** True if a searchable text contains this one. One letter matches almost every row, so no index covers it. */
export function holds(text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  const isHeld = sql<boolean>`strpos(${text}, searchable(${wanted})) > 0`;
  if (wanted.length < 2) return isHeld;
  return sql<boolean>`(search_pieces(${text}) @> search_keys(searchable(${wanted})) and ${isHeld})`;
}
