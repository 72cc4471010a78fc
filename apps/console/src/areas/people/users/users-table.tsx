import type { ManagedUser, UserSort } from '@manoboard/contract/account/staff';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKeepDraft, useKeptDraft } from '../../../lib/forms/drafts.ts';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { Table } from '../../../ui/table.tsx';
import { useVirtualList } from '../../../ui/use-virtual-list.ts';
import { PAGE_ROWS, type UsersView, usersQuery } from './api.ts';
import type { HeldDevice, UserDialogName } from './managed-user.ts';
import type { NotesDraft } from './notes-cell.tsx';
import { type UserColumn, useUserColumns } from './user-columns.tsx';

/** Heights until a row is measured; cards are higher. */
const ROW_HEIGHTS = { table: 64, tablet: 190, phone: 260 };
const CARDS = '(max-width: 75em)';

interface Props {
  view: UsersView;
  total: number;
  ownId: number;
  columns: readonly UserColumn[];
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

const rowProps = ({ disabled_at }: ManagedUser) => ({ 'data-disabled': disabled_at !== null || undefined });

/** R7.3: renders only the visible rows; the window scrolls over the whole list. */
export function UsersTable({ view, total, ownId, columns, onSort, onOpen }: Props) {
  const t = useTranslations();
  const { drafts, setDraft } = useDrafts();
  const isPhone = useMedia(PHONE);
  const isStacked = useMedia(CARDS);
  const rowPx = ROW_HEIGHTS[isPhone ? 'phone' : isStacked ? 'tablet' : 'table'];
  const virtual = useVirtualList({ count: total, heightOf: () => rowPx, above: [total, view] });
  const rowAt = useRows(view, virtual.shown[0]?.index ?? 0, virtual.shown.at(-1)?.index ?? 0);
  return (
    <Table
      label={t('users.title')}
      columns={useUserColumns({ shown: columns, ownId, drafts, onDraft: setDraft, onOpen })}
      rows={virtual.shown.map(({ index }) => rowAt(index).user)}
      // A user who moves to another row gets a new one, so that an open menu never changes its user.
      rowKey={({ id }, index) => `${index} ${id}`}
      rowProps={rowProps}
      missing={(index) => t(rowAt(index).hasFailed ? 'users.failed' : 'app.loading')}
      sort={{
        by: view.sort ?? 'email',
        order: view.order ?? 'asc',
        onSort: (by) => onSort(by as UserSort),
      }}
      virtual={{ ...virtual, total }}
      sticky="page"
      isStacked={isStacked}
      isFramed
      isDense
      className="in-data-old:saturate-20"
    />
  );
}
