import type { ResettableMeter } from '@manoboard/contract/command/command';
import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Converter } from '@manoboard/domain/fc/faults';
import { type ReactNode, useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useHistory } from '../../../device/history.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useSortableLabels } from '../../../lib/keys/use-sortable-labels.ts';
import { useCardOrder } from '../../../lib/page/card-order.ts';
import { SectionHead } from '../../../ui/section-head.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { hasTrend, ValueOf } from './value-of.tsx';

/** R4.6: the default order of the values, until the user rearranges them. */
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

/** One request for all sparklines, with a value for each quarter of an hour. */
const LAST_DAY = { range: { lastS: 86_400 }, metrics: VALUE_FIELDS.filter(hasTrend), points: 96 };

/** Fewer buckets (a new device) are not drawn: they would be a dot at the edge of the day. */
const LEAST_BUCKETS = 4;

/** The values of the last day: undefined while they are loading, `null` if there are none or too few. */
function useLastDay(deviceId: string) {
  const { data, isError } = useHistory({ deviceId, ...LAST_DAY });
  if (!data) return isError ? null : undefined;
  const counts = Object.values(data.series).map(({ avg }) => avg.filter((value) => value !== null).length);
  return Math.max(0, ...counts) < LEAST_BUCKETS ? null : data;
}

interface Props {
  deviceId: string;
  converter: Converter;
  /** Renders the reset control of a meter. */
  resetOf: (meter: ResettableMeter, name: string) => ReactNode;
  /** R4.6: opens the control of the required pressure. */
  onChangePressure: () => void;
}

/** R4.4, R4.6: every value of a board with its unit and age; stale values are marked. */
export function DeviceValues({ deviceId, converter, ...parts }: Props) {
  const t = useTranslations();
  const locale = useLocale();
  const headingId = useId();
  const isLost = useDevice(deviceId, ({ isOnline, link }) => isOnline === false || link === 'down');
  const title = t(isLost ? 'device.lastKnownValues' : 'overview.values');
  const { order, setOrder } = useCardOrder(VALUE_FIELDS);
  const texts = useSortableLabels();
  const nameOf = (field: ReadingField) => t(`device.field.${field}`);
  const byName = VALUE_FIELDS.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), locale));
  const isByName = order.join() === byName.join();
  const day = useLastDay(deviceId);
  const hint = `${t(day === null ? 'overview.lastMinutes' : 'overview.lastDay')} · ${t('order.hint')}`;
  const items = order.map((field) => {
    const name = nameOf(field);
    const row = { deviceId, converter, field, label: name, day, ...parts };
    return { id: field, name, content: <ValueOf {...row} /> };
  });
  return (
    <section aria-labelledby={headingId}>
      <SectionHead
        id={headingId}
        title={title}
        hint={hint}
        action={
          <TextButton onClick={() => setOrder(isByName ? VALUE_FIELDS : byName)}>
            {t(isByName ? 'order.usual' : 'order.byName')}
          </TextButton>
        }
      />
      <SortableList
        className="xl:grid-cols-2"
        items={items}
        label={title}
        texts={texts}
        onReorder={setOrder}
      />
    </section>
  );
}
