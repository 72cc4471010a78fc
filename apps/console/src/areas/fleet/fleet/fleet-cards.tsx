import { memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PumpPill } from '../../../device/pump-status.tsx';
import {
  AddressCell,
  AlertsCell,
  ContactCell,
  DeviceCell,
  NoFacts,
  OwnerCell,
  StateReason,
  useRowState,
} from './fleet-cells.tsx';
import { type GroupItem, keyOf } from './fleet-items.ts';
import { type ListProps, type RowProps, rowOf } from './fleet-list.ts';
import { PressureCell } from './pressure-cell.tsx';

/** The list on a phone. */
export function FleetCards(props: ListProps) {
  const { items, total, virtual, isStale } = props;
  return (
    <ul
      ref={virtual.list}
      className="relative [overflow-anchor:none] data-stale:[filter:saturate(0.25)]"
      style={{ height: virtual.heightPx }}
      data-stale={isStale || undefined}
    >
      {virtual.shown.map(({ index, topPx: top }) => {
        const item = items[index];
        if (item?.kind === 'group') return <GroupHead key={keyOf(item)} {...item} top={top} />;
        if (!item) return null;
        return <Card key={item.id} {...rowOf(props, item, index)} top={top} total={total} />;
      })}
    </ul>
  );
}

/** Not rendered again while the list scrolls. */
const GroupHead = memo(function GroupHead({ name, count, top }: GroupItem & { top: number }) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  return (
    <li className="absolute inset-x-0 [contain:strict] flex items-center h-10" style={{ top }}>
      <h2 className="text-md font-semibold">
        {t(name)}{' '}
        <span className="tabular-nums tracking-tight ml-1.5 text-dim font-[450]">{number(count)}</span>
      </h2>
    </li>
  );
});

/** Not rendered again while the list scrolls. */
const Card = memo(function Card(props: RowProps & { total: number }) {
  const { id, row, day, index, place, top, total, isStale } = props;
  const state = useRowState(props);
  return (
    <li
      className="absolute inset-x-0 [contain:strict] h-47.5 pb-2.5"
      style={{ top }}
      data-index={index}
      aria-setsize={total}
      aria-posinset={place + 1}
    >
      <div
        className="grid gap-1 text-md relative overflow-hidden rounded-lg bg-card border border-line px-4 py-3 h-full grid-rows-[auto_minmax(0,1fr)_auto_auto] [&:is([data-status='fault'],_[data-status='no\_power'])]:[background:linear-gradient(to_right,var(--stop)_4px,transparent_4px)_border-box_no-repeat_var(--card)] data-locked:[background:linear-gradient(to_right,var(--wait)_4px,transparent_4px)_border-box_no-repeat_var(--card)]"
        data-status={state?.status}
        data-locked={row?.lock_out ? '' : undefined}
      >
        <div className="flex gap-3 items-start justify-between min-w-0">
          <DeviceCell id={id} row={row} />
          {state && <PumpPill status={state.status} />}
        </div>
        {row && state ? (
          <>
            <div className="flex gap-3 justify-between min-w-0 items-center">
              <StateReason row={row} day={day} status={state.status} />
              <AlertsCell row={row} />
            </div>
            <PressureCell row={row} day={day} />
            <div className="flex gap-3 justify-between min-w-0 items-end text-sm *:flex-[1_1_50%] *:min-w-0">
              <OwnerCell row={row} />
              <span className="grid text-dim text-right justify-items-end">
                <AddressCell row={row} />
                <small>
                  <ContactCell contact={state.contact} isStale={isStale} />
                </small>
              </span>
            </div>
          </>
        ) : (
          <NoFacts row={row ? undefined : row} />
        )}
      </div>
    </li>
  );
});
