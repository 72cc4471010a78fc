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
    <div
      ref={list}
      className="border border-line rounded-lg bg-card shadow-card max-xl:border-0 max-xl:bg-transparent max-xl:shadow-none"
    >
      <table
        className="text-sm w-full table-fixed border-separate border-spacing-[0] max-xl:block [&_small]:text-dim [&_small]:text-sm [&_th]:p-1.75 [&_th]:text-left [&_th]:wrap-anywhere [&_th]:align-middle [&_td]:p-1.75 [&_td]:text-left [&_td]:wrap-anywhere [&_td]:align-middle max-xl:[&_tbody]:block max-xl:[&_thead]:hidden [&_thead_th]:sticky [&_thead_th]:border-b [&_thead_th]:border-line [&_thead_th]:bg-card [&_thead_th]:top-header [&_thead_th]:z-2 [&_thead_th]:h-10.5 [&_tbody_tr]:h-14 [&_tbody_th]:border-b [&_tbody_th]:border-line [&_tbody_td]:border-b [&_tbody_td]:border-line max-xl:[&_tbody_tr]:relative max-xl:[&_tbody_tr]:grid max-xl:[&_tbody_tr]:gap-y-2.5 max-xl:[&_tbody_tr]:gap-x-4 max-xl:[&_tbody_tr]:p-4 max-xl:[&_tbody_tr]:border max-xl:[&_tbody_tr]:border-line max-xl:[&_tbody_tr]:rounded-lg max-xl:[&_tbody_tr]:bg-card max-xl:[&_tbody_tr]:grid-cols-4 max-xl:[&_tbody_tr]:h-auto max-xl:[&_tbody_tr]:min-h-14 max-sm:[&_tbody_tr]:grid-cols-2 max-sm:[&_tbody_tr]:p-3.25 [&_[data-column='email']]:w-[16.5%] [&_[data-column='info']]:w-[12%] [&_[data-column='permissions']]:w-[12%] [&_[data-column='alias']]:w-[12%] [&_[data-column='device']]:w-28.75 [&_[data-column='fc']]:w-28.75 [&_[data-column='user']]:w-[9%] [&_[data-column='action']]:w-16 [&_tr>:first-child]:pl-4 [&_a:not([class])]:text-link [&_a:not([class])]:font-medium [&_small[data-short]]:whitespace-normal max-xl:[&_td[data-empty]]:hidden max-xl:[&_td[data-wide]]:col-span-full [&_thead_th:first-child]:rounded-tl-[var(--radius-lg)] [&_thead_th:last-child]:rounded-tr-[var(--radius-lg)] max-xl:[&_tbody_tr:not([data-spacer])]:mb-2.5 max-xl:[&_tbody_tr>:is(th,_td,_:first-child)]:p-0 max-xl:[&_tbody_tr>:is(th,_td,_:first-child)]:border-0 max-xl:[&_tbody_tr>:is(th,_td,_:first-child)]:align-top max-xl:[&_td[data-label]::before]:block max-xl:[&_td[data-label]::before]:text-dim max-xl:[&_td[data-label]::before]:text-xs max-xl:[&_td[data-label]::before]:content-[attr(data-label)] pointer-coarse:[&_td_a:not([class])]:inline-block pointer-coarse:[&_td_a:not([class])]:py-3.25 pointer-coarse:[&_td_a:not([class])]:-my-2.75 in-[[data-old]]:[filter:saturate(0.2)] [&_a:not([class]):hover]:underline [&_tbody_tr:not([data-spacer]):hover]:bg-inset"
        aria-rowcount={total + 1}
      >
        <caption className="sr-only">{t('title')}</caption>
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
    <tr
      aria-hidden
      data-spacer
      className="max-xl:in-[tbody]:block! max-xl:in-[tbody]:p-0! max-xl:in-[tbody]:border-0! max-xl:in-[tbody]:bg-transparent! max-xl:in-[tbody]:min-h-0! in-[tbody]:[&_td]:border-0"
      style={{ height }}
    >
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
