import type { Role } from '@manoboard/contract/nouns/account';
import type { ManagedUser, UserCounts, UserSort } from '@manoboard/contract/nouns/staff';
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PageHead } from '../../ui/heading.tsx';
import { Banner, Loading, Notice } from '../../ui/notice.tsx';
import { type UserFilter, type UsersView, usersQuery } from './api.ts';
import type { HeldDevice, UserDialogName } from './managed-user.ts';
import { UserDialog } from './user-dialog.tsx';
import type { DeviceLink } from './user-menu.tsx';
import classes from './users.module.css';
import { UsersTable } from './users-table.tsx';

/** A request for each keystroke would reorder the list under the hand. */
const SEARCH_DELAY_MS = 250;
const FILTERS: readonly UserFilter[] = ['Technician', 'Seller', 'Super Seller', 'unconfirmed', 'disabled'];
const SORTS: readonly UserSort[] = ['email', 'surname', 'name', 'created_at'];

interface Props {
  view: UsersView;
  onView: (view: UsersView) => void;
  /** The logged-in user. */
  ownId: number;
  DeviceLink: DeviceLink;
}

/** R7.3: list of all users. */
export function UsersList({ view, onView, ownId, DeviceLink }: Props) {
  const t = useTranslations();
  const { data, isError, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(usersQuery(view, 0));
  const [opened, setOpened] = useState<{ name: UserDialogName; user: ManagedUser; device?: HeldDevice }>();
  const { dateTime } = useFormatter();
  const sortBy = (sort: UserSort) => {
    const isReversed = (view.sort ?? 'email') === sort && view.order !== 'desc';
    onView({ ...view, sort, order: isReversed ? 'desc' : undefined });
  };
  const isFiltered = Boolean(view.search?.trim() || view.filter);
  return (
    <>
      <PageHead title={t('users.title')} text={data && t('users.summary', { count: data.counts.all })}>
        <SearchField search={view.search ?? ''} onSearch={(search) => onView({ ...view, search })} />
      </PageHead>
      {data && <Filters view={view} counts={data.counts} onView={onView} />}
      {isError && data && (
        <Banner icon={<IconAlertTriangle size={18} stroke={1.8} aria-hidden />} className={classes.banner}>
          {t('users.notRefreshed', { time: dateTime(dataUpdatedAt, { timeStyle: 'short' }) })}{' '}
          <button type="button" className={classes.link} onClick={() => void refetch()}>
            {t('common.retry')}
          </button>
        </Banner>
      )}
      {!data && !isError && <Loading text={t('app.loading')} cards={6} />}
      {!data && isError && (
        <Notice
          role="alert"
          title={t('users.failed')}
          text={t('app.unreachableHint')}
          action={{ label: t('common.retry'), onClick: () => void refetch() }}
        />
      )}
      {data?.total === 0 && (
        <Notice
          title={t('users.noMatch')}
          {...(isFiltered && {
            action: {
              label: t('users.showAll'),
              onClick: () => onView({ sort: view.sort, order: view.order }),
            },
          })}
        />
      )}
      {data && data.total > 0 && (
        <div
          className={classes.list}
          aria-busy={isPlaceholderData}
          data-old={isError || isPlaceholderData || undefined}
        >
          {isFiltered && (
            <p className={classes.found} role="status">
              {t('users.found', { count: data.total })}
            </p>
          )}
          <UsersTable
            {...{ view, ownId, DeviceLink }}
            total={data.total}
            onSort={sortBy}
            onOpen={(name, user, device) => setOpened({ name, user, ...(device && { device }) })}
          />
        </div>
      )}
      {opened && (
        <UserDialog
          name={opened.name}
          user={opened.user}
          device={opened.device}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Follows the address, so that Back restores the search. */
function SearchField({
  search,
  onSearch,
}: {
  search: string;
  onSearch: (search: string | undefined) => void;
}) {
  const t = useTranslations('users');
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    setTyped(search);
  }
  useEffect(() => {
    if (typed === search) return undefined;
    const timer = setTimeout(() => {
      setKnown(typed);
      onSearch(typed || undefined);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      className={classes.search}
      type="search"
      value={typed}
      maxLength={100}
      onChange={(event) => setTyped(event.currentTarget.value)}
      placeholder={t('search')}
      aria-label={t('search')}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
    />
  );
}

const countOf = (counts: UserCounts, filter: UserFilter) =>
  filter === 'unconfirmed' || filter === 'disabled' ? counts[filter] : counts.roles[filter satisfies Role];

function Filters({ view, counts, onView }: Pick<Props, 'view' | 'onView'> & { counts: UserCounts }) {
  const t = useTranslations('users');
  const { number } = useFormatter();
  const chip = (filter: UserFilter | undefined, label: string, count: number) => (
    <button
      key={label}
      type="button"
      className={classes.chip}
      aria-pressed={view.filter === filter}
      onClick={() => onView({ ...view, filter })}
    >
      {label} <strong className="num">{number(count)}</strong>
    </button>
  );
  return (
    <div className={classes.filters}>
      <fieldset aria-label={t('filters')} className={classes.chips}>
        {chip(undefined, t('filter.all'), counts.all)}
        {FILTERS.map((filter) => chip(filter, t(`filter.${filter}`), countOf(counts, filter)))}
      </fieldset>
      <select
        className={classes.sortChoice}
        aria-label={t('sortBy')}
        value={view.sort ?? 'email'}
        onChange={(event) => {
          const sort = SORTS.find((name) => name === event.currentTarget.value);
          onView({ ...view, sort, order: undefined });
        }}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
