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
import { TextButton } from '../../../ui/text-button.tsx';
import { ValueRow } from '../../../ui/value.tsx';
import { fieldColour, fieldIcons } from './field-icons.tsx';
import { useCodeText } from './use-code-text.ts';

interface RowProps<Field extends ReadingField> {
  deviceId: string;
  converter: Converter;
  field: Field;
  label: string;
  /** The last day of all values; undefined while it is loading, `null` if there is none. */
  day: History | null | undefined;
  resetOf: (meter: ResettableMeter, name: string) => ReactNode;
  onChangePressure: () => void;
}

type Measured = Pick<RowProps<QuantityField>, 'deviceId' | 'field' | 'label' | 'day'>;
type Shown = ReturnType<typeof useQuantity>;

const isMeter = (field: ReadingField): field is ResettableMeter =>
  ResettableMeter.options.some((meter) => meter === field);

/** Measured values have a sparkline. A meter only grows, and a required pressure is set. */
export const hasTrend = (field: ReadingField) =>
  !isCode(field) && !isMeter(field) && field !== 'required_pressure';

/** R4.6: one value with its unit, age and the trend of the last day. */
export function ValueOf({ field, ...row }: RowProps<ReadingField>) {
  if (field === 'required_pressure') return <RequiredPressureRow {...row} />;
  if (isMeter(field)) return <MeterRow {...row} field={field} />;
  if (field === 'pressure') return <PressureRow {...row} field={field} />;
  return isCode(field) ? <CodeRow {...row} field={field} /> : <QuantityRow {...row} field={field} />;
}

const QuantityRow = (row: Measured) => <MeasuredRow {...row} shown={useQuantity(row.deviceId, row.field)} />;

const PressureRow = (row: Measured) => <MeasuredRow {...row} shown={useActualPressure(row.deviceId).shown} />;

function MeasuredRow({ deviceId, field, label, day, shown }: Measured & { shown: Shown }) {
  const t = useTranslations('overview');
  const lines = useTrend(deviceId, field, day);
  const colour = shown.freshness === 'live' ? fieldColour(field) : 'var(--off)';
  const trend = (
    <DeviceLink
      className="block"
      deviceId={deviceId}
      tool="graphs"
      aria-label={t('graphsOf', { name: label })}
    >
      <Sparkline lines={lines} colour={colour} size="small" />
    </DeviceLink>
  );
  return <ValueRow icon={fieldIcons[field]} label={label} trend={trend} {...shown} />;
}

function MeterRow({ deviceId, field, label, resetOf }: RowProps<ResettableMeter>) {
  const shown = useQuantity(deviceId, field);
  return <ValueRow icon={fieldIcons[field]} label={label} action={resetOf(field, label)} {...shown} />;
}

/** R5.5: the wire carries bar ÷ normalizer; until the normalizer is known, there is no number to show. */
function RequiredPressureRow({
  deviceId,
  label,
  onChangePressure,
}: Omit<RowProps<'required_pressure'>, 'field'>) {
  const t = useTranslations('overview');
  const settings = usePressureSettings(deviceId);
  const shown = useQuantity(deviceId, 'required_pressure', settings?.mode ?? null);
  const canChange = useUncontrollable(deviceId) === undefined && settings !== undefined;
  const change = (
    <TextButton disabled={!canChange} onClick={onChangePressure}>
      {t('changePressure')}
    </TextButton>
  );
  return <ValueRow icon={fieldIcons.required_pressure} label={label} action={change} {...shown} />;
}

function CodeRow({ deviceId, converter, field, label }: Omit<RowProps<CodeField>, 'resetOf'>) {
  const { code, ...shown } = useCodeText(deviceId, field);
  const hasFault = field === 'fault' && code;
  const text = hasFault ? <FaultText converter={converter} code={code} fallback={shown.text} /> : shown.text;
  return <ValueRow isWord icon={fieldIcons[field]} label={label} {...shown} text={text} />;
}
