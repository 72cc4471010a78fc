import { READING_FIELDS, type Reading, type ReadingField } from '@manoboard/contract/reading';
import { type Disk, isReplaced, readJson } from '../disk/disk.ts';

const FILE = 'known-fields.json';

/**
 * What this board has ever measured, also before it was started again: a frame that says nothing of such a field
 * says that it is unchanged.
 */
export interface KnownFields {
  see(d: Partial<Reading>): void;
  list(): readonly ReadingField[];
}

export function createKnownFields(disk: Disk): KnownFields {
  const saved = readJson(disk, FILE);
  const known = new Set(READING_FIELDS.filter((field) => Array.isArray(saved) && saved.includes(field)));
  return {
    see(d) {
      const before = known.size;
      for (const field of Object.keys(d) as ReadingField[]) known.add(field);
      // A disk that does not take it is asked again when the next one is new; until then this start knows.
      if (known.size > before) isReplaced(disk, FILE, [...known]);
    },
    list: () => [...known],
  };
}
