import type { ManagedUser, UserSort } from '@manoboard/contract/nouns/staff';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PAGE_ROWS, type UsersView, usersQuery } from './api.ts';
import type { HeldDevice, UserDialogName } from './managed-user.ts';
import type { NotesDraft } from './notes-cell.tsx';
import type { DeviceLink } from './user-menu.tsx';
import { MissingRow, UserRow } from './user-row.tsx';
import classes from './users.module.css';

const ROW_HEIGHT = 56;
const OVERSCAN = 6;

/** Cards have a margin. A row without a layout has the estimated height. */
const rowHeight = (row: Element) =>
  row.getBoundingClientRect().height + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0) ||
  ROW_HEIGHT;

interface Props {
  view: UsersView;
  total: number;
  ownId: number;
  DeviceLink: DeviceLink;
  onSort: (sort: UserSort) => void;
  onOpen: (dialog: UserDialogName, user: ManagedUser, device: HeldDevice | undefined) => void;
}

/** Loads the pages that contain these rows. */
function useRows(view: UsersView, first: number, last: number) {
  const from = Math.floor(first / PAGE_ROWS);
  const pages = Array.from({ length: Math.floor(last / PAGE_ROWS) - from + 1 }, (_, i) => from + i);
  const loaded = useQueries({ queries: pages.map((page) => usersQuery(view, page)) });
  return (index: number): { user: ManagedUser | undefined; hasFailed: boolean } => {
    const { data, isPlaceholderData, isError = false } = loaded[Math.floor(index / PAGE_ROWS) - from] ?? {};
    // A placeholder is the page before: its rows belong elsewhere.
    return { user: isPlaceholderData ? undefined : data?.items[index % PAGE_ROWS], hasFailed: isError };
  };
}

/** R7.3: renders only the visible rows; the window scrolls over the whole list. */
export function UsersTable({ view, total, ownId, DeviceLink, onSort, onOpen }: Props) {
  const t = useTranslations('users');
  const box = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [drafts, setDrafts] = useState<ReadonlyMap<number, NotesDraft>>(new Map());
  useLayoutEffect(() => {
    const top = box.current?.getBoundingClientRect().top;
    if (top !== undefined) setScrollMargin(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    measureElement: rowHeight,
    scrollMargin,
  });
  const shown = virtualizer.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  const rowAt = useRows(view, first?.index ?? 0, last?.index ?? 0);
  const setDraft = (id: number, draft: NotesDraft | undefined) =>
    setDrafts((before) => {
      const after = new Map(before);
      if (draft) after.set(id, draft);
      else after.delete(id);
      return after;
    });
  return (
    <div ref={box} className={classes.card}>
      <table className={classes.table} aria-rowcount={total + 1}>
        <caption className="vh">{t('title')}</caption>
        <Head view={view} onSort={onSort} />
        <tbody>
          <Spacer height={(first?.start ?? scrollMargin) - scrollMargin} />
          {shown.map(({ index }) => {
            const { user, hasFailed } = rowAt(index);
            const measure = virtualizer.measureElement;
            if (!user) return <MissingRow key={`${index}`} {...{ index, measure, hasFailed }} />;
            return (
              <UserRow
                // A user who moves to another row gets a new one, so that an open menu never changes its user.
                key={`${index} ${user.id}`}
                {...{ user, index, measure, DeviceLink }}
                isSelf={user.id === ownId}
                draft={drafts.get(user.id)}
                onDraft={(draft) => setDraft(user.id, draft)}
                onOpen={(dialog, device) => onOpen(dialog, user, device)}
              />
            );
          })}
          <Spacer height={virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin)} />
        </tbody>
      </table>
    </div>
  );
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className={classes.spacer} style={{ height }}>
      <td colSpan={9} />
    </tr>
  );

function Head({ view, onSort }: Pick<Props, 'view' | 'onSort'>) {
  const t = useTranslations('users.column');
  const sorted = (sort: UserSort, text: string) => (
    <SortHead view={view} sort={sort} onSort={onSort}>
      {text}
    </SortHead>
  );
  return (
    <thead>
      <tr>
        {sorted('email', t('email'))}
        {sorted('surname', t('info'))}
        <th scope="col">{t('device')}</th>
        {sorted('created_at', t('user'))}
        <th scope="col">{t('fc')}</th>
        <th scope="col">{t('action')}</th>
        <th scope="col">{t('notes')}</th>
        <th scope="col">{t('permissions')}</th>
        <th scope="col">{t('alias')}</th>
      </tr>
    </thead>
  );
}

interface SortProps extends Pick<Props, 'view' | 'onSort'> {
  sort: UserSort;
  children: ReactNode;
}

function SortHead({ view, sort, onSort, children }: SortProps) {
  const isSorted = (view.sort ?? 'email') === sort;
  const isDescending = view.order === 'desc';
  const Arrow = isDescending ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      data-sort={sort}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(sort)}>
        {children}
        {isSorted && <Arrow size={14} stroke={2} aria-hidden />}
      </button>
    </th>
  );
}
