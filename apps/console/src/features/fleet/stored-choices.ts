import { FleetSort, PumpGroup } from '@manoboard/contract/nouns/fleet';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { FleetFilters } from './api.ts';

/** Columns besides device and state, which are always shown. */
export const COLUMNS = [
  'fc_type',
  'owner',
  'address',
  'alerts',
  'pressure',
  'version',
  'last_contact',
] as const;
export type Column = (typeof COLUMNS)[number];
/** The type is also below the name of the device. */
const DEFAULT_COLUMNS = COLUMNS.filter((column) => column !== 'fc_type');

interface SavedFilter {
  name: string;
  filters: FleetFilters;
}
const MOST_SAVED = 20;

const Columns = z.array(z.enum(COLUMNS));
const Saved = z.array(
  z.object({
    name: z.string(),
    filters: z.object({
      q: z.optional(z.string()),
      state: z.optional(PumpGroup),
      outdated: z.optional(z.literal(true)),
      locked_out: z.optional(z.literal(true)),
      sort: z.optional(FleetSort),
      order: z.optional(z.literal('desc')),
    }),
  }),
);

/** The browser's storage may contain anything. */
function parse<T>(schema: z.ZodMiniType<T>, stored: string | null): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(stored ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** A choice of one user in this browser. */
function useStored<T>(key: string, schema: z.ZodMiniType<T>, fallback: T) {
  const [value, setValue] = useState(() => parse(schema, localStorage.getItem(key)) ?? fallback);
  const save = (next: T) => {
    localStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, save] as const;
}

export function useColumns(userId: number) {
  const [shown, save] = useStored<Column[]>(`fleet-columns.${userId}`, Columns, DEFAULT_COLUMNS);
  return {
    shown: useMemo(() => COLUMNS.filter((column) => shown.includes(column)), [shown]),
    toggle: (column: Column) =>
      save(shown.includes(column) ? shown.filter((other) => other !== column) : [...shown, column]),
  };
}

export function useSavedFilters(userId: number) {
  const [saved, store] = useStored(`fleet-filters.${userId}`, Saved, []);
  const without = (name: string) => saved.filter((one) => one.name !== name);
  return {
    saved: saved as SavedFilter[],
    save: (name: string, filters: FleetFilters) =>
      store([{ name, filters }, ...without(name)].slice(0, MOST_SAVED)),
    remove: (name: string) => store(without(name)),
  };
}
