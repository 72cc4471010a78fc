import type { ResettableMeter } from '@manoboard/contract/nouns/command';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useDevice } from '../../device/use-device.ts';
import { useCardOrder } from '../../lib/card-order.ts';
import { useSortableWords } from '../../lib/use-sortable-words.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { SortableGrid } from '../../ui/sortable-grid.tsx';
import tiles from '../../ui/tile.module.css';
import { VALUE_FIELDS } from './value-fields.ts';
import { ValueTile } from './value-tile.tsx';

interface Props {
  deviceId: string;
  fcType: string | null;
  /** How a meter is set to zero. */
  resetOf: (meter: ResettableMeter, name: string) => ReactNode;
  /** R4.6: the way to change the required pressure. */
  onChangePressure: () => void;
}

/** R4.4, R4.6: every value that a board reports, each with its unit and its age; old ones called what they are. */
export function DeviceValues({ deviceId, fcType, resetOf, onChangePressure }: Props) {
  const t = useTranslations();
  const headingId = useId();
  const isLost = useDevice(deviceId, ({ isOnline, link }) => isOnline === false || link === 'down');
  const title = t(isLost ? 'device.lastKnownValues' : 'overview.values');
  const { order, setOrder } = useCardOrder(VALUE_FIELDS);
  const words = useSortableWords();
  const items = order.map((field) => {
    const name = t(`device.field.${field}`);
    const tile = { deviceId, fcType, field, label: name, resetOf, onChangePressure };
    return { id: field, name, content: <ValueTile {...tile} /> };
  });
  return (
    <section aria-labelledby={headingId}>
      <SectionHead id={headingId} title={title} hint={t('order.hint')} />
      <SortableGrid
        items={items}
        label={title}
        className={tiles.grid}
        itemClassName={tiles.tile}
        words={words}
        onOrder={setOrder}
      />
    </section>
  );
}
