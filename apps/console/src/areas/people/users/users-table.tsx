import type { ManagedUser, UserSort } from '@manoboard/contract/account/staff';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKeepDraft, useKeptDraft } from '../../../lib/forms/drafts.ts';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { ColumnHead } from '../../../ui/column-head.tsx';
import { useVirtualList } from '../../../ui/use-virtual-list.ts';
import { PAGE_ROWS, type UsersView, usersQuery } from './api.ts';
import type { HeldDevice, UserDialogName } from './managed-user.ts';
import type { NotesDraft } from './notes-cell.tsx';
import { MissingRow, UserRow } from './user-row.tsx';
import classes from './users-table.module.css';

/** Heights until a row is measured; cards are higher. */
const ROW_HEIGHTS = { table: 64, tablet: 190, phone: 260 };
/** Where the style sheet makes cards of the rows. */
const CARDS = '(max-width: 75em)';

interface Props {
  view: UsersView;
  total: number;
  ownId: number;
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

/** Unsaved notes by user ID; a virtual row unmounts when it is scrolled away. */
function useDrafts() {
  const restored = useKeptDraft<ReadonlyMap<number, NotesDraft>>('user notes');
  const [drafts, setDrafts] = useState<ReadonlyMap<number, NotesDraft>>(restored ?? new Map());
  useKeepDraft('user notes', drafts.size > 0 ? drafts : undefined);
  const setDraft = useCallback(
    (id: number, draft: NotesDraft | undefined) =>
      setDrafts((before) => {
        const after = new Map(before);
        if (draft) after.set(id, draft);
        else after.delete(id);
        return after;
      }),
    [],
  );
  return { drafts, setDraft };
}

function useVirtualUsers(total: number, view: UsersView) {
  const isPhone = useMedia(PHONE);
  const isCards = useMedia(CARDS);
  const rowPx = ROW_HEIGHTS[isPhone ? 'phone' : isCards ? 'tablet' : 'table'];
  return useVirtualList({ count: total, heightOf: () => rowPx, above: [total, view] });
}

/** R7.3: renders only the visible rows; the window scrolls over the whole list. */
export function UsersTable({ view, total, ownId, onSort, onOpen }: Props) {
  const t = useTranslations('users');
  const { drafts, setDraft } = useDrafts();
  const { list, shown, beforePx, afterPx, measure } = useVirtualUsers(total, view);
  const rowAt = useRows(view, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0);
  return (
    <div ref={list} className={classes.card}>
      <table className={classes.table} aria-rowcount={total + 1}>
        <caption className="vh">{t('title')}</caption>
        <Head view={view} onSort={onSort} />
        <tbody>
          <Spacer height={beforePx} />
          {shown.map(({ index }) => {
            const { user, hasFailed } = rowAt(index);
            if (!user)
              return <MissingRow key={`${index}`} index={index} measure={measure} hasFailed={hasFailed} />;
            return (
              <UserRow
                // A user who moves to another row gets a new one, so that an open menu never changes its user.
                key={`${index} ${user.id}`}
                user={user}
                index={index}
                measure={measure}
                onOpen={onOpen}
                isSelf={user.id === ownId}
                draft={drafts.get(user.id)}
                onDraft={setDraft}
              />
            );
          })}
          <Spacer height={afterPx} />
        </tbody>
      </table>
    </div>
  );
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className={classes.spacer} style={{ height }}>
      <td colSpan={COLUMNS.length} />
    </tr>
  );

/** Columns of the spec in its order; some are sorted by another field of the user. */
const COLUMNS: readonly { name: UserColumn; sort?: UserSort }[] = [
  { name: 'email', sort: 'email' },
  { name: 'info', sort: 'surname' },
  { name: 'device' },
  { name: 'user', sort: 'created_at' },
  { name: 'fc' },
  { name: 'action' },
  { name: 'notes' },
  { name: 'permissions' },
  { name: 'alias' },
];
type UserColumn = 'email' | 'info' | 'device' | 'user' | 'fc' | 'action' | 'notes' | 'permissions' | 'alias';

function Head({ view, onSort }: Pick<Props, 'view' | 'onSort'>) {
  const t = useTranslations('users.column');
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map(({ name, sort }) => (
          <ColumnHead
            key={name}
            column={name}
            {...(sort && {
              order: (view.sort ?? 'email') === sort ? (view.order ?? 'asc') : undefined,
              onSort: () => onSort(sort),
            })}
          >
            {t(name)}
          </ColumnHead>
        ))}
      </tr>
    </thead>
  );
}
