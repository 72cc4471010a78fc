import type { Role } from '@manoboard/contract/account/account';
import type { ManagedUser, UserCounts, UserPage, UserSort } from '@manoboard/contract/account/staff';
import { IconAlertTriangle, IconBan, IconMailQuestion } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useLostLink } from '../../../device/reach.ts';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { useSearchKey } from '../../../lib/keys/use-search-key.ts';
import { ColumnChoice } from '../../../lib/page/column-choice.tsx';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { useColumns } from '../../../lib/page/use-columns.ts';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { type UserFilter, type UsersView, usersQuery } from './api.ts';
import type { HeldDevice, UserDialogName } from './managed-user.ts';
import { COLUMNS, DEFAULT_COLUMNS, type UserColumn } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UsersTable } from './users-table.tsx';

const ROLES: readonly Role[] = ['Technician', 'Seller', 'Super Seller'];
const STATES = [
  { name: 'unconfirmed', icon: <IconMailQuestion stroke={1.8} /> },
  { name: 'disabled', icon: <IconBan stroke={1.8} /> },
] as const;
const SORTS: readonly UserSort[] = ['email', 'surname', 'name', 'created_at'];

interface Props {
  view: UsersView;
  onView: (view: UsersView) => void;
  /** The logged-in user. */
  ownId: number;
}

interface Opened {
  name: UserDialogName;
  user: ManagedUser;
  device: HeldDevice | undefined;
}

/** R7.3: list of all users. */
export function UsersList(props: Props) {
  const { view, onView } = props;
  const t = useTranslations('users');
  const columns = useColumns(`users-list.${props.ownId}`, COLUMNS, DEFAULT_COLUMNS);
  const query = useQuery(usersQuery(view, 0));
  const counts = query.data?.counts;
  const [opened, setOpened] = useState<Opened>();
  const open = useCallback<ContentProps['onOpen']>(
    (name, user, device) => setOpened({ name, user, device }),
    [],
  );
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  return (
    <>
      <PageHead title={t('title')} text={counts && t('summary', { all: counts.all, staff: counts.staff })}>
        <div className="relative flex items-center gap-2.5 flex-[0_1_27rem] min-w-0 max-sm:grow max-sm:basis-full">
          <SearchField
            ref={field}
            className="flex-[1_1_14rem] min-w-0"
            label={t('search')}
            shortcut="/"
            value={view.search ?? ''}
            onSearch={(search) => onView({ ...view, search: search || undefined })}
          />
          <ColumnChoice {...columns} label={t('columns')} nameOf={(column) => t(`column.${column}`)} />
          <HelpLink section="users" />
        </div>
      </PageHead>
      {counts && <Filters view={view} counts={counts} onView={onView} />}
      <Content {...props} columns={columns.shown} query={query} onOpen={open} />
      {opened && <UserDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface ContentProps extends Props {
  columns: readonly UserColumn[];
  query: UseQueryResult<UserPage>;
  onOpen: (name: UserDialogName, user: ManagedUser, device: HeldDevice | undefined) => void;
}

/** The rows, or why there are none. */
function Content({ view, onView, query, ...props }: ContentProps) {
  const t = useTranslations();
  const { data, isError, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const isOld = useLostLink() !== undefined || isError;
  const retry = () => void refetch();
  const isFiltered = Boolean(view.search?.trim() || view.filter);
  if (!data)
    return (
      <LoadStates
        state={isError ? 'failed' : 'loading'}
        error={error}
        failed={t('users.failed')}
        cards={6}
        onRetry={retry}
      />
    );
  const showAll = {
    label: t('users.showAll'),
    onClick: () => onView({ sort: view.sort, order: view.order }),
  };
  return (
    <div aria-busy={isPlaceholderData} data-old={isOld || isPlaceholderData || undefined}>
      {isOld && <OldBanner readAtMs={dataUpdatedAt} onRetry={retry} />}
      {data.total === 0 && <Notice title={t('users.noMatch')} {...(isFiltered && { action: showAll })} />}
      {data.total > 0 && isFiltered && (
        <p className="text-md text-dim mb-2" role="status">
          {t('users.found', { count: data.total })}
        </p>
      )}
      {data.total > 0 && (
        <UsersTable
          {...props}
          view={view}
          total={data.total}
          onSort={(sort) => onView({ ...view, ...nextOrder(view, sort) })}
        />
      )}
    </div>
  );
}

/** The second click on a column reverses the order. */
const nextOrder = ({ sort: current = 'email', order }: UsersView, sort: UserSort): UsersView => ({
  sort,
  order: current === sort && order !== 'desc' ? 'desc' : undefined,
});

/** The old rows stay, marked with their time. */
function OldBanner({ readAtMs, onRetry }: { readAtMs: number; onRetry: () => void }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  return (
    <Banner icon={<IconAlertTriangle size={18} stroke={1.8} aria-hidden />} className="mb-3.5">
      {t('users.notRefreshed', { time: dateTime(readAtMs, { timeStyle: 'short' }) })}{' '}
      <button type="button" className="cursor-pointer font-bold underline" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </Banner>
  );
}

function Filters({ view, counts, onView }: Pick<Props, 'view' | 'onView'> & { counts: UserCounts }) {
  const t = useTranslations();
  const { number } = useFormatter();
  const chip = (filter: UserFilter | undefined, count: number) => ({
    count: number(count),
    isPressed: view.filter === filter,
    onClick: () => onView({ ...view, filter: view.filter === filter ? undefined : filter }),
  });
  return (
    <div className="flex justify-between items-start gap-3 mb-3.5 max-sm:flex-col max-sm:items-stretch">
      <FilterChips label={t('users.filters')} className="max-sm:-mx-3 max-sm:px-3">
        <FilterChip label={t('users.filter.all')} {...chip(undefined, counts.all)} />
        {ROLES.map((role) => (
          <FilterChip key={role} label={t(`role.${role}`)} {...chip(role, counts.roles[role])} />
        ))}
        {STATES.map(({ name, icon }) => (
          <FilterChip
            key={name}
            icon={icon}
            label={t(`users.filter.${name}`)}
            {...chip(name, counts[name])}
          />
        ))}
      </FilterChips>
      <select
        className="text-md text-ink flex-none rounded-md bg-card border border-line-strong min-h-10 px-2.5 hidden max-xl:block"
        aria-label={t('users.sortBy')}
        value={view.sort ?? 'email'}
        onChange={(event) => {
          const sort = SORTS.find((name) => name === event.currentTarget.value);
          onView({ ...view, sort, order: undefined });
        }}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`users.sort.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
