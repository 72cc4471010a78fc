import { FleetSort, PumpGroup } from '@manoboard/contract/fleet/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useAction } from '../../../lib/http/use-action.ts';
import { personalizationQuery, savePersonalization } from '../../../lib/page/personalization.ts';
import type { FleetFilters } from './api.ts';

/** Columns besides pump and water, which are always shown. */
export const COLUMNS = [
  'address',
  'owner',
  'pressure',
  'assignee',
  'version',
  'fc_type',
  'labels',
  'alerts',
  'last_contact',
] as const;
export type Column = (typeof COLUMNS)[number];
export const DEFAULT_COLUMNS: readonly Column[] = ['address', 'owner', 'pressure', 'assignee', 'version'];

/** As the account stores. */
const MOST_SAVED = 20;
export const MOST_CHARACTERS = 40;

const Filters = z.object({
  q: z.optional(z.string()),
  state: z.optional(PumpGroup),
  outdated: z.optional(z.literal('true')),
  locked_out: z.optional(z.literal('true')),
  needs_person: z.optional(z.literal('true')),
  label: z.optional(z.string().check(z.regex(/^\d+$/))),
  group: z.optional(z.string().check(z.regex(/^\d+$/))),
  system: z.optional(z.string().check(z.regex(/^\d+$/))),
  sort: z.optional(FleetSort),
  order: z.optional(z.literal('desc')),
});

/** The same text for the same filters. */
export const searchOf = (filters: FleetFilters) =>
  new URLSearchParams(
    Object.entries(filters)
      .map(([name, value]) => [name, `${value}`])
      .sort(([one = ''], [other = '']) => one.localeCompare(other)),
  ).toString();

function filtersOf(search: string): FleetFilters | undefined {
  const known = z.safeParse(Filters, Object.fromEntries(new URLSearchParams(search)));
  if (!known.success) return undefined;
  const { outdated, locked_out, needs_person, label, group, system, ...others } = known.data;
  return {
    ...others,
    ...(outdated && { outdated: true }),
    ...(locked_out && { locked_out: true }),
    ...(needs_person && { needs_person: true }),
    ...(label && { label: Number(label) }),
    ...(group && { group: Number(group) }),
    ...(system && { system: Number(system) }),
  } as FleetFilters;
}

/** Named filters are part of the account: they are the same in every browser, and a logout leaves none behind. */
export function useSavedFilters() {
  const queryClient = useQueryClient();
  const { data, isPending, isError } = useQuery(personalizationQuery);
  const stored = data?.fleet_filters ?? [];
  const { run, isSending, error } = useAction({
    send: async (change: (latest: typeof stored) => typeof stored) => {
      await savePersonalization(queryClient, ({ fleet_filters = [] }) => ({
        fleet_filters: change(fleet_filters),
      }));
      return true;
    },
  });
  const without = (all: typeof stored, name: string) => all.filter((one) => one.name !== name);
  return {
    isPending,
    isError,
    isSaving: isSending,
    hasFailed: error !== null,
    saved: stored.flatMap(({ name, search }) => {
      const filters = filtersOf(search);
      return filters ? [{ name, filters }] : [];
    }),
    /** True when the filter is stored. */
    save: (name: string, filters: FleetFilters) =>
      run((latest) => [...without(latest, name), { name, search: searchOf(filters) }].slice(-MOST_SAVED)),
    remove: (name: string) => run((latest) => without(latest, name)),
  };
}
