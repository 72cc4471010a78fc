import { IconRefresh } from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import type { FleetFilters } from './api.ts';
import classes from './fleet.module.css';
import { FleetCards } from './fleet-cards.tsx';
import type { DeviceLink } from './fleet-cells.tsx';
import type { FleetItem } from './fleet-items.ts';
import { FleetTable } from './fleet-table.tsx';
import type { Column } from './stored-choices.ts';
import type { Fleet } from './use-fleet.ts';
import { useLiveRows, useOutOfPlace } from './use-live-rows.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useVirtualItems } from './use-virtual-items.ts';

/** Where the table has room for two more columns. */
const TABLET = '(max-width: 64em)';
const TABLET_COLUMNS: readonly Column[] = ['owner', 'last_contact'];

/** At most two heads of groups are before a row. */
const GROUP_HEADS = 2;

interface Props {
  fleet: Fleet;
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
  columns: readonly Column[];
  isStale: boolean;
  DeviceLink: DeviceLink;
  list: RefObject<HTMLDivElement | null>;
}

/** The loaded rows, as a table or as cards. Only those near the window are rendered, and only they are live. */
export function VirtualList({ fleet, filters, onChange, columns, isStale, DeviceLink, list }: Props) {
  const { items, rows, total } = fleet;
  const isPhone = useMedia(PHONE);
  const isTablet = useMedia(TABLET);
  const virtual = useVirtualItems({
    items,
    form: isPhone ? 'cards' : 'table',
    above: isStale,
    onEndNear: () => {
      if (!fleet.hasMoreFailed) fleet.loadMore();
    },
  });
  const shownColumns = useMemo(
    () => (isTablet ? columns.filter((column) => TABLET_COLUMNS.includes(column)) : columns),
    [isTablet, columns],
  );
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - GROUP_HEADS);
  const last = virtual.range?.endIndex ?? 0;
  const watched = useLiveRows(rows, { first, last });
  const onKeyDown = useRowKeys(list, items, virtual.scrollToIndex);
  const currency = useMemo(() => ({ watched, isStale }), [watched, isStale]);
  const List = isPhone ? FleetCards : FleetTable;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links inside.
    <div
      ref={list}
      className={isPhone ? undefined : classes.card}
      onKeyDown={onKeyDown}
      aria-busy={fleet.isChanging || undefined}
    >
      <List
        items={items}
        total={total}
        virtual={virtual}
        columns={shownColumns}
        filters={filters}
        onChange={onChange}
        currency={currency}
        DeviceLink={DeviceLink}
        hasMoreFailed={fleet.hasMoreFailed}
        onMore={fleet.loadMore}
      />
      {!isStale && <ChangedPill fleet={fleet} filters={filters} watched={watched} />}
      <Foot items={items} first={virtual.range?.startIndex ?? 0} last={last} total={total} />
    </div>
  );
}

interface PillProps {
  fleet: Fleet;
  filters: FleetFilters;
  watched: ReadonlySet<string>;
}

/** How many devices would move or leave; rows move only on this button. */
function ChangedPill({ fleet, filters, watched }: PillProps) {
  const t = useTranslations('fleet');
  const outOfPlace = useOutOfPlace(fleet.rows, watched);
  const isByState = (filters.sort ?? 'state') === 'state' || filters.state !== undefined;
  const count = new Set([...fleet.moved, ...outOfPlace]).size;
  const sortAgain = () => {
    void fleet.sortAgain().then(() => window.scrollTo({ top: 0 }));
  };
  return (
    <div className={classes.changed} role="status">
      {isByState && count > 0 && (
        <button type="button" onClick={sortAgain}>
          <IconRefresh size={16} stroke={2} aria-hidden />
          {t('changed', { count })}
        </button>
      )}
    </div>
  );
}

interface FootProps {
  items: readonly FleetItem[];
  first: number;
  last: number;
  total: number;
}

function Foot({ items, first, last, total }: FootProps) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  const places = items.slice(first, last + 1).flatMap((item) => (item.kind === 'device' ? [item.place] : []));
  return (
    <p className={classes.foot}>
      <span className="num">
        {t('places', {
          from: number((places[0] ?? 0) + 1),
          to: number((places.at(-1) ?? 0) + 1),
          total: number(total),
        })}
      </span>
      <span>{t('still')}</span>
      <span className={classes.keys}>
        <kbd className={classes.key}>↑</kbd> <kbd className={classes.key}>↓</kbd> {t('keyMove')}{' '}
        <kbd className={classes.key}>{t('enter')}</kbd> {t('keyOpen')}
      </span>
    </p>
  );
}
