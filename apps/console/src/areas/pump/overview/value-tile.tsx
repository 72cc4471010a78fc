import { ResettableMeter } from '@manoboard/contract/command/command';
import type { History } from '@manoboard/contract/history/history';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Converter } from '@manoboard/domain/fc/faults';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePressureSettings } from '../../../device/device-config.ts';
import { FaultText } from '../../../device/fault-text.tsx';
import { DeviceLink } from '../../../device/links.tsx';
import { useUncontrollable } from '../../../device/reach.ts';
import { type CodeField, isCode } from '../../../device/use-code-meaning.ts';
import { useActualPressure, useQuantity, useTrend } from '../../../device/use-quantity.ts';
import type { QuantityField } from '../../../lib/texts/format.ts';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { TileValue } from '../../../ui/tile.tsx';
import { fieldColour, fieldIcons } from './field-icons.tsx';
import { useCodeText } from './use-code-text.ts';

interface TileProps<Field extends ReadingField> {
  deviceId: string;
  converter: Converter;
  field: Field;
  label: string;
  /** The last day of all values; undefined while it is loading, `null` if there is none. */
  day: History | null | undefined;
  resetOf: (meter: ResettableMeter, name: string) => ReactNode;
  onChangePressure: () => void;
}

type Measured = Pick<TileProps<QuantityField>, 'deviceId' | 'field' | 'label' | 'day'>;
type Shown = ReturnType<typeof useQuantity>;

const isMeter = (field: ReadingField): field is ResettableMeter =>
  ResettableMeter.options.some((meter) => meter === field);

/** Measured values have a sparkline. A meter only grows, and a required pressure is set. */
export const hasTrend = (field: ReadingField) =>
  !isCode(field) && !isMeter(field) && field !== 'required_pressure';

/** R4.6: one value with its unit, age and the trend of the last day. */
export function ValueTile({ field, ...tile }: TileProps<ReadingField>) {
  if (field === 'required_pressure') return <RequiredPressureTile {...tile} />;
  if (isMeter(field)) return <MeterTile {...tile} field={field} />;
  if (field === 'pressure') return <PressureTile {...tile} field={field} />;
  return isCode(field) ? <CodeTile {...tile} field={field} /> : <QuantityTile {...tile} field={field} />;
}

const QuantityTile = (tile: Measured) => (
  <MeasuredTile {...tile} shown={useQuantity(tile.deviceId, tile.field)} />
);

const PressureTile = (tile: Measured) => (
  <MeasuredTile {...tile} shown={useActualPressure(tile.deviceId).shown} />
);

function MeasuredTile({ deviceId, field, label, day, shown }: Measured & { shown: Shown }) {
  const t = useTranslations('overview');
  const lines = useTrend(deviceId, field, day);
  return (
    <>
      <TileValue icon={fieldIcons[field]} label={label} {...shown} />
      <div className="mt-auto overflow-hidden rounded-[0_0_calc(var(--radius-lg)_-_1px)_calc(var(--radius-lg)_-_1px)] [&_a]:block">
        <DeviceLink deviceId={deviceId} tool="graphs" aria-label={t('graphsOf', { name: label })}>
          <Sparkline lines={lines} colour={shown.freshness === 'live' ? fieldColour(field) : 'var(--off)'} />
        </DeviceLink>
      </div>
    </>
  );
}

function MeterTile({ deviceId, field, label, resetOf }: TileProps<ResettableMeter>) {
  const t = useTranslations('deviceTools');
  const shown = useQuantity(deviceId, field);
  return (
    <>
      <TileValue icon={fieldIcons[field]} label={label} action={resetOf(field, label)} {...shown} />
      {field === 'electro_meter' && (
        <DeviceLink
          deviceId={deviceId}
          tool="energy"
          className="p-2.5 text-sm font-semibold text-left cursor-pointer mx-1.5 mt-auto mb-1 text-accent self-start pointer-coarse:min-h-11 dark:text-accent-300 disabled:text-off! disabled:cursor-not-allowed dark:disabled:text-off dark:disabled:cursor-not-allowed"
        >
          {t('energy')}
        </DeviceLink>
      )}
    </>
  );
}

/** R5.5: the wire carries bar ÷ normalizer; until the normalizer is known, there is no number to show. */
function RequiredPressureTile(tile: Omit<TileProps<'required_pressure'>, 'field'>) {
  const { deviceId, label, onChangePressure } = tile;
  const t = useTranslations('overview');
  const settings = usePressureSettings(deviceId);
  const shown = useQuantity(deviceId, 'required_pressure', settings?.mode ?? null);
  const canChange = useUncontrollable(deviceId) === undefined && settings !== undefined;
  return (
    <>
      <TileValue icon={fieldIcons.required_pressure} label={label} {...shown} />
      <button
        type="button"
        className="p-2.5 text-sm font-semibold text-left cursor-pointer mx-1.5 mt-auto mb-1 text-accent self-start pointer-coarse:min-h-11 dark:text-accent-300 disabled:text-off! disabled:cursor-not-allowed dark:disabled:text-off dark:disabled:cursor-not-allowed"
        disabled={!canChange}
        onClick={onChangePressure}
      >
        {t('changePressure')}
      </button>
    </>
  );
}

function CodeTile({ deviceId, converter, field, label }: Omit<TileProps<CodeField>, 'resetOf'>) {
  const { code, ...shown } = useCodeText(deviceId, field);
  const hasFault = field === 'fault' && code;
  const text = hasFault ? <FaultText converter={converter} code={code} fallback={shown.text} /> : shown.text;
  return <TileValue isWord icon={fieldIcons[field]} label={label} {...shown} text={text} />;
}
