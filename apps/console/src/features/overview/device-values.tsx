import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { ResettableMeter } from '@manoboard/contract/nouns/command';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useDevice } from '../../device/use-device.ts';
import { useCardOrder } from '../../lib/card-order.ts';
import { useSortableLabels } from '../../lib/use-sortable-labels.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { SortableGrid } from '../../ui/sortable-grid.tsx';
import tiles from '../../ui/tile.module.css';
import { ValueTile } from './value-tile.tsx';

/** R4.6: the default order of the tiles, until the user rearranges them. */
const FIRST: readonly ReadingField[] = [
  'pressure',
  'frequency_fc',
  'motor_current',
  'motor_power',
  'temperature_fc',
  'temperature_mnb',
  'electro_meter',
  'motor_operating_hours',
  'required_pressure',
  'motor_rpm',
  'on_off_state_r',
  'modbus',
  'pressure_control',
  'fault',
];

const VALUE_FIELDS: readonly ReadingField[] = [...new Set([...FIRST, ...READING_FIELDS])];

interface Props {
  deviceId: string;
  fcType: string | null;
  /** Renders the reset control of a meter. */
  resetOf: (meter: ResettableMeter, name: string) => ReactNode;
  /** R4.6: opens the control of the required pressure. */
  onChangePressure: () => void;
}

/** R4.4, R4.6: every value of a board with its unit and age; stale values are marked. */
export function DeviceValues({ deviceId, fcType, resetOf, onChangePressure }: Props) {
  const t = useTranslations();
  const headingId = useId();
  const isLost = useDevice(deviceId, ({ isOnline, link }) => isOnline === false || link === 'down');
  const title = t(isLost ? 'device.lastKnownValues' : 'overview.values');
  const { order, setOrder } = useCardOrder(VALUE_FIELDS);
  const texts = useSortableLabels();
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
        texts={texts}
        onReorder={setOrder}
      />
    </section>
  );
}
