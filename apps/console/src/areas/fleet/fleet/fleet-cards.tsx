import { memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PumpPill } from '../../../device/pump-status.tsx';
import classes from './fleet-cards.module.css';
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
      className={classes.cards}
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
    <li className={classes.cardGroup} style={{ top }}>
      <h2>
        {t(name)} <span className="num">{number(count)}</span>
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
      className={classes.cardSlot}
      style={{ top }}
      data-index={index}
      aria-setsize={total}
      aria-posinset={place + 1}
    >
      <div className={classes.card} data-status={state?.status} data-locked={row?.lock_out ? '' : undefined}>
        <div className={classes.cardTop}>
          <DeviceCell id={id} row={row} />
          {state && <PumpPill status={state.status} />}
        </div>
        {row && state ? (
          <>
            <div className={classes.cardReason}>
              <StateReason row={row} day={day} status={state.status} />
              <AlertsCell row={row} />
            </div>
            <PressureCell row={row} day={day} />
            <div className={classes.cardFoot}>
              <OwnerCell row={row} />
              <span className={classes.cardPlace}>
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
