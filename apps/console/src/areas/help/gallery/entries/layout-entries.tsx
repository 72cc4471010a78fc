import { IconBolt, IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useSortableLabels } from '../../../../lib/keys/use-sortable-labels.ts';
import { Card } from '../../../../ui/card.tsx';
import { SortableGrid } from '../../../../ui/sortable-grid.tsx';
import { gridClass, tileClass, valueClass } from '../../../../ui/tile-classes.ts';
import { Value } from '../../../../ui/value.tsx';
import type { GalleryEntry } from '../gallery-entry.ts';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;
const CARDS = {
  electro_meter: { value: 1284.6, unit: 'kWh', icon: <IconBolt {...icon} color="var(--wait)" /> },
  motor_operating_hours: {
    value: 3120,
    unit: 'h',
    icon: <IconClockHour4 {...icon} color="var(--accent)" />,
  },
} as const;
type CardName = keyof typeof CARDS;
const isCard = (id: string): id is CardName => Object.hasOwn(CARDS, id);

function MeterSample({ meter }: { meter: CardName }) {
  const t = useTranslations();
  const { number } = useFormatter();
  const { value, ...shown } = CARDS[meter];
  return (
    <dl className={valueClass}>
      <Value
        size="large"
        label={t(`stats.${meter}`)}
        text={number(value)}
        missing={t('common.notAvailable')}
        freshness="live"
        {...shown}
      />
    </dl>
  );
}

/** Two cards that can be sorted; the order is not stored. */
function SortableSample({ label }: { label: string }) {
  const t = useTranslations('stats');
  const [order, setOrder] = useState<CardName[]>(['electro_meter', 'motor_operating_hours']);
  const items = order.map((id) => ({ id, name: t(id), content: <MeterSample meter={id} /> }));
  return (
    <SortableGrid
      items={items}
      label={label}
      className={gridClass}
      itemClassName={tileClass}
      texts={useSortableLabels()}
      onReorder={(ids) => setOrder(ids.filter(isCard))}
    />
  );
}

export const layoutEntries: readonly GalleryEntry[] = [
  {
    name: 'Card',
    path: 'ui/card.tsx',
    states: [
      {
        code: 'aria-label',
        render: (t) => <Card aria-label={t('pump.title')}>{t('pump.meaning.running')}</Card>,
      },
    ],
  },
  {
    name: 'SortableGrid',
    path: 'ui/sortable-grid.tsx',
    states: [{ code: 'items', render: (t) => <SortableSample label={t('stats.title')} /> }],
  },
  {
    name: 'DragHandles',
    path: 'ui/drag-handles.tsx',
    states: [{ code: '<SortableGrid>', render: (t) => <SortableSample label={t('order.hint')} /> }],
  },
];
