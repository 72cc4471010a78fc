import { inputShare, isInputShown, type ShownInput } from '@manoboard/domain/telemetry/analog-input';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAppliedConfig } from '../../../device/device-config.ts';
import { useReading } from '../../../device/use-device.ts';
import { staleAgeText, useValueAge } from '../../../lib/texts/format.ts';
import { Bar } from '../../../ui/bar.tsx';
import { Card } from '../../../ui/card.tsx';
import classes from './analog-inputs.module.css';
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
      <h2 className={classes.title} id={headingId}>
        {t('title')}
      </h2>
      <div className="stack">
        {shown.map(({ field, input }) => (
          <AnalogInput key={field} deviceId={deviceId} field={field} config={input} />
        ))}
      </div>
      {below && <div className={classes.below}>{below}</div>}
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
    <div className={classes.input} data-field={field} data-freshness={freshness}>
      <div className="line-row gap-5 between">
        <span className={classes.name}>{name}</span>
        <span className={`${classes.value} num`} data-missing={scaled === null}>
          {text}
          {scaled !== null && unit && <span className={classes.unit}> {unit}</span>}
        </span>
      </div>
      <Bar
        label={name}
        share={scaled === null ? null : inputShare(scaled, config)}
        text={[`${text} ${unit}`.trim(), age].filter(Boolean).join(', ')}
        isStale={freshness !== 'live'}
      />
      <div className="flex gap-3 between dim text-xs">
        <span>{`${number(min)} ${unit}`.trim()}</span>
        {age && <span>{age}</span>}
        <span>{`${number(max)} ${unit}`.trim()}</span>
      </div>
    </div>
  );
}
