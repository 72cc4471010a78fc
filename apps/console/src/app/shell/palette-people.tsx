import type { ManagedUser } from '@manoboard/contract/account/staff';
import { userCalls } from '@manoboard/contract/account/staff.calls';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { IconPhone, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PaletteItem } from '../../areas/help/palette/find-items.ts';
import { readQuery } from '../../lib/http/read-query.ts';
import { config } from '../../lib/page/config.ts';
import { usePerson } from '../use-person.ts';
import { sidebarGroups } from './sidebar-entries.ts';

/** The server is queried from this length of a search on, and not on every key press. */
const LEAST_SEARCH = 2;
const DEBOUNCE_MS = 200;
const LIMIT = '5';

type Translate = ReturnType<typeof useTranslations<'palette'>>;

/** The page of a person in the list of users, and a call if they have a phone number. */
function personItems(person: ManagedUser, usersPage: string | undefined, t: Translate): PaletteItem[] {
  const { id, email, phone_number, device_count } = person;
  const name = `${person.name} ${person.surname}`.trim() || email;
  const page: PaletteItem = {
    id: `user-${id}`,
    title: name,
    icon: () => <IconUser stroke={1.7} aria-hidden />,
    detail: () => t('userFacts', { email, count: device_count }),
    href: `${usersPage}?search=${encodeURIComponent(email)}`,
  };
  const call: PaletteItem = {
    id: `call-${id}`,
    title: t('call', { name }),
    icon: () => <IconPhone stroke={1.7} aria-hidden />,
    detail: () => phone_number,
    href: `tel:${phone_number?.replaceAll(/[^+\d]/g, '')}`,
  };
  return [...(usersPage ? [page] : []), ...(phone_number ? [call] : [])];
}

/** The value of a moment ago, once it has not changed for that long. */
function useDebounced(value: string, waitMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}

/** R7.3: people, for users who may manage them. */
export function usePeople(wanted: string) {
  const t = useTranslations('palette');
  const { roles } = usePerson();
  const search = useDebounced(wanted.trim(), DEBOUNCE_MS);
  const isEnabled = hasGlobalPermission('manage_users', roles) && search.length >= LEAST_SEARCH;
  const found = useQuery({
    ...readQuery(['palette', 'users', search], userCalls.users, { query: { search, limit: LIMIT } }),
    enabled: isEnabled,
  });
  const entries = sidebarGroups(roles, config).flatMap((group) => group.entries);
  const target = entries.find(({ name }) => name === 'users')?.target;
  const usersPage = target && 'to' in target ? target.to : undefined;
  // Results of an older search are not shown for a newer one.
  const isCurrent = isEnabled && search === wanted.trim();
  const people = isCurrent ? (found.data?.items ?? []) : [];
  return {
    items: people.flatMap((person) => personItems(person, usersPage, t)),
    isLoading: isEnabled && (found.isFetching || !isCurrent),
    hasFailed: isCurrent && found.isError,
  };
}
