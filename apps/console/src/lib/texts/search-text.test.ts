import { expect, it } from 'vitest';
import { matchRanges, searchWords } from './search-text.ts';

const marked = (text: string, wanted: string) =>
  matchRanges(text, searchWords(wanted)).map(([from, to]) => text.slice(from, to));

it.each([
  ['accents and case are ignored', 'Prečo čerpadlo ČAKÁ', 'caka', ['ČAKÁ']],
  ['every occurrence is marked', 'čaká a čaká', 'caka', ['čaká', 'čaká']],
  ['overlapping words are one mark', 'Lesná', 'lesn esna', ['Lesná']],
  ['characters outside the basic plane keep their place', '💧 Lesná', 'les', ['Les']],
  ['nothing is marked without a match', 'Studňa', 'les', []],
])('matchRanges: %s', (_rule, text, wanted, expected) => expect(marked(text, wanted)).toEqual(expected));
