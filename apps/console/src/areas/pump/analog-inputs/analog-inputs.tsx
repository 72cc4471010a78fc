import { inputShare, isInputShown, type ShownInput } from '@manoboard/domain/telemetry/analog-input';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAppliedConfig } from '../../../device/device-config.ts';
import { useReading } from '../../../device/use-device.ts';
import { staleAgeText, useValueAge } from '../../../lib/texts/format.ts';
import { Bar } from '../../../ui/bar.tsx';
import { Card } from '../../../ui/card.tsx';
import { type InputField, useScaledInput } from './use-scaled-input.ts';

const INPUTS = [
  { field: 'analog_input_2', config: 'AnalogInput2' },
  { field: 'analog_input_3', config: 'AnalogInput3' },
] as const;

interface Props {
  deviceId: string;
  /** More content of the panel; the only content if no input is shown. */
  below?: ReactNode;
}

/** R4.8: renders no panel if no input is shown. */
export function AnalogInputs({ deviceId, below }: Props) {
  const t = useTranslations('analog');
  const headingId = useId();
  const applied = useAppliedConfig(deviceId);
  const shown = INPUTS.flatMap(({ field, config }) => {
    const input = applied?.[config];
    return isInputShown(input) ? [{ field, input }] : [];
  });
  if (shown.length === 0) return below ? <Card>{below}</Card> : null;
  return (
    <Card aria-labelledby={headingId}>
      <h2 className="text-lg font-semibold mb-4 tracking-tight" id={headingId}>
        {t('title')}
      </h2>
      <div className="grid">
        {shown.map(({ field, input }) => (
          <AnalogInput key={field} deviceId={deviceId} field={field} config={input} />
        ))}
      </div>
      {below && <div className="mt-4.5 pt-4 border-t border-line">{below}</div>}
    </Card>
  );
}

interface InputProps {
  deviceId: string;
  field: InputField;
  config: ShownInput;
}

function AnalogInput({ deviceId, field, config }: InputProps) {
  const t = useTranslations();
  const { number } = useFormatter();
  const valueAge = useValueAge();
  const scaled = useScaledInput(deviceId, field, config);
  const { freshness, ageS } = useReading(deviceId, field);
  const { min, max, unit = '' } = config;
  const name = config.alias?.trim() || t(`device.field.${field}`);
  const text =
    scaled === null
      ? t('common.notAvailable')
      : number(scaled, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const age = freshness === 'stale' ? staleAgeText(valueAge(ageS, freshness)) : undefined;
  return (
    <div
      className="group/input data-[field=analog\_input\_3]:border-t data-[field=analog\_input\_3]:border-line data-[field=analog\_input\_3]:pt-4 not-first:mt-4.5"
      data-field={field}
      data-freshness={freshness}
    >
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-anywhere text-md font-regular">{name}</span>
        <span
          className="tabular-nums tracking-tight flex-none text-title font-bold data-[missing=true]:text-lg group-[:not([data-freshness='live'])]/input:text-dim group-[:not([data-freshness='live'])]/input:font-regular"
          data-missing={scaled === null}
        >
          {text}
          {scaled !== null && unit && <span className="text-dim font-regular text-unit"> {unit}</span>}
        </span>
      </div>
      <Bar
        label={name}
        share={scaled === null ? null : inputShare(scaled, config)}
        text={[`${text} ${unit}`.trim(), age].filter(Boolean).join(', ')}
        isStale={freshness !== 'live'}
      />
      <div className="flex justify-between gap-2 text-xs text-dim">
        <span>{`${number(min)} ${unit}`.trim()}</span>
        {age && <span>{age}</span>}
        <span>{`${number(max)} ${unit}`.trim()}</span>
      </div>
    </div>
  );
}
