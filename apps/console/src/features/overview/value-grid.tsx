import { READING_FIELDS, type ReadingField } from '@manoboard/contract/reading';
import { useTranslations } from 'use-intl';
import { type QuantityField, quantities } from '../../lib/format.ts';
import { useQuantity } from '../../lib/live/use-quantity.ts';
import { Value } from '../../ui/value.tsx';
import { fieldIcons } from './field-icons.tsx';
import { useCodeWord } from './use-code-word.ts';
import classes from './value-grid.module.css';

interface TileProps<Field extends ReadingField> {
  deviceId: string;
  field: Field;
  label: string;
}

const isQuantity = (field: ReadingField): field is QuantityField => Object.hasOwn(quantities, field);

/** R4.6: every value that a board reports, each with its unit and its age. */
export function ValueGrid({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device.field');
  return (
    <dl className={classes.grid}>
      {READING_FIELDS.map((field) =>
        isQuantity(field) ? (
          <QuantityTile key={field} deviceId={deviceId} field={field} label={t(field)} />
        ) : (
          <CodeTile key={field} deviceId={deviceId} field={field} label={t(field)} />
        ),
      )}
    </dl>
  );
}

function QuantityTile({ deviceId, field, label }: TileProps<QuantityField>) {
  return <Value size="large" icon={fieldIcons[field]} label={label} {...useQuantity(deviceId, field)} />;
}

function CodeTile({ deviceId, field, label }: TileProps<Exclude<ReadingField, QuantityField>>) {
  return <Value size="large" icon={fieldIcons[field]} label={label} {...useCodeWord(deviceId, field)} />;
}
