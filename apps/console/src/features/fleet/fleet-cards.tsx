import { memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PumpPill } from '../../device/pump-status.tsx';
import {
  AddressCell,
  AlertsCell,
  ContactCell,
  type Currency,
  DeviceCell,
  type DeviceLink,
  type ListProps,
  MoreItem,
  OwnerCell,
  StateReason,
  useRowState,
} from './fleet-cells.tsx';
import { type FleetItem, type FleetRow, keyOf } from './fleet-items.ts';
import classes from './fleet-row.module.css';

/** The list on a phone. */
export function FleetCards({ items, total, virtual, ...rest }: ListProps) {
  return (
    <ul
      ref={virtual.top}
      className={classes.cards}
      style={{ paddingTop: virtual.beforePx, paddingBottom: virtual.afterPx }}
      data-stale={rest.currency.isStale || undefined}
    >
      {virtual.shown.map(({ index }) => {
        const item = items[index];
        return item && <CardItem key={keyOf(item)} item={item} index={index} total={total} {...rest} />;
      })}
    </ul>
  );
}

type ItemProps = Omit<ListProps, 'items' | 'virtual'> & { item: FleetItem; index: number };

/** Not rendered again while the list scrolls. */
const CardItem = memo(function CardItem({
  item,
  index,
  total,
  currency,
  DeviceLink,
  hasMoreFailed,
  onMore,
}: ItemProps) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  if (item.kind === 'group') {
    return (
      <li className={classes.cardGroup}>
        <h2>
          {t(item.name)} {item.count !== undefined && <span className="num">{number(item.count)}</span>}
        </h2>
      </li>
    );
  }
  if (item.kind === 'more') {
    return (
      <li className={classes.more}>
        <MoreItem hasFailed={hasMoreFailed} onRetry={onMore} />
      </li>
    );
  }
  return (
    <li className={classes.cardSlot} data-index={index} aria-setsize={total} aria-posinset={item.place + 1}>
      <Card row={item.row} currency={currency} DeviceLink={DeviceLink} />
    </li>
  );
});

interface CardProps {
  row: FleetRow;
  currency: Currency;
  DeviceLink: DeviceLink;
}

function Card({ row, currency, DeviceLink }: CardProps) {
  const { status, contact } = useRowState(row, currency);
  return (
    <div className={classes.card} data-status={status} data-locked={row.locked_out || undefined}>
      <div className={classes.cardTop}>
        <DeviceCell row={row} DeviceLink={DeviceLink} />
        <PumpPill status={status} />
      </div>
      <div className={classes.cardReason}>
        <StateReason row={row} status={status} />
        <AlertsCell row={row} />
      </div>
      <div className={classes.cardFoot}>
        <OwnerCell row={row} />
        <span className={classes.cardPlace}>
          <AddressCell row={row} />
          <small>
            <ContactCell contact={contact} isStale={currency.isStale} />
          </small>
        </span>
      </div>
    </div>
  );
}
