import { ResettableMeter } from '@manoboard/contract/command';
import { READING_FIELDS, type ReadingField } from '@manoboard/contract/reading';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { usePressureSettings } from '../../lib/device-config.ts';
import { type QuantityField, quantities } from '../../lib/format.ts';
import { useLiveDevice } from '../../lib/live/use-live.ts';
import { useQuantity } from '../../lib/live/use-quantity.ts';
import { Value } from '../../ui/value.tsx';
import classes from './device-values.module.css';
import { fieldIcons } from './field-icons.tsx';
import { ResetMeter } from './reset-meter.tsx';
import { useCodeWord } from './use-code-word.ts';

interface TileProps<Field extends ReadingField> {
  deviceId: string;
  field: Field;
  label: string;
}

const isQuantity = (field: ReadingField): field is QuantityField => Object.hasOwn(quantities, field);

/** R4.4, R4.6: every value that a board reports, each with its unit and its age; offline, called what they are. */
export function DeviceValues({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const headingId = useId();
  const isOffline = useLiveDevice(deviceId, ({ isOnline }) => isOnline === false);
  return (
    <section aria-labelledby={headingId}>
      <h2 className={classes.heading} id={headingId}>
        {t(isOffline ? 'device.lastKnownValues' : 'overview.values')}
      </h2>
      <ValueGrid deviceId={deviceId} />
    </section>
  );
}

function ValueGrid({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device.field');
  return (
    <dl className={classes.grid}>
      {READING_FIELDS.map((field) =>
        field === 'required_pressure' ? (
          <RequiredPressureTile key={field} deviceId={deviceId} label={t(field)} />
        ) : isQuantity(field) ? (
          <QuantityTile key={field} deviceId={deviceId} field={field} label={t(field)} />
        ) : (
          <CodeTile key={field} deviceId={deviceId} field={field} label={t(field)} />
        ),
      )}
    </dl>
  );
}

const isMeter = (field: QuantityField): field is ResettableMeter =>
  ResettableMeter.options.some((meter) => meter === field);

function QuantityTile({ deviceId, field, label }: TileProps<QuantityField>) {
  const action = isMeter(field) && <ResetMeter deviceId={deviceId} meter={field} name={label} />;
  const shown = useQuantity(deviceId, field);
  return <Value size="large" icon={fieldIcons[field]} label={label} action={action} {...shown} />;
}

/** R5.5: the wire carries bar ÷ normalizer; until that is known, there is no number to show. */
function RequiredPressureTile({ deviceId, label }: { deviceId: string; label: string }) {
  const settings = usePressureSettings(deviceId);
  const shown = useQuantity(deviceId, 'required_pressure', settings?.mode ?? null);
  return <Value size="large" icon={fieldIcons.required_pressure} label={label} {...shown} />;
}

function CodeTile({ deviceId, field, label }: TileProps<Exclude<ReadingField, QuantityField>>) {
  return <Value size="large" icon={fieldIcons[field]} label={label} {...useCodeWord(deviceId, field)} />;
}
