import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { isInputShown, scaleInput } from '@manoboard/domain/telemetry/analog-input';
import { useFormatter, useTranslations } from 'use-intl';
import { useReading } from '../../../device/use-device.ts';
import { staleAgeText, useValueAge } from '../../../lib/texts/format.ts';
import { type ConfigValues, INPUT_NUMBERS, type InputName, toConfig } from './config-fields.ts';
import { Field } from './fields.tsx';
import type { ConfigForm } from './use-config-form.ts';

interface Props {
  deviceId: string;
  input: InputName;
  form: ConfigForm;
  state: ConfigState;
  isReadOnly: boolean;
}

const READINGS = { AnalogInput2: 'analog_input_2', AnalogInput3: 'analog_input_3' } as const;

/** R4.8, R4.9: the fields of an analog input, with a preview of its scaled value. */
export function InputSection({ deviceId, input, ...fieldProps }: Props) {
  return (
    <>
      <Field {...fieldProps} kind="checkbox" field={`${input}.enabled`} />
      <Preview deviceId={deviceId} input={input} values={fieldProps.form.values} />
      <Field {...fieldProps} kind="text" field={`${input}.alias`} />
      <Field {...fieldProps} kind="text" field={`${input}.unit`} />
      {INPUT_NUMBERS.map((key) => (
        <Field key={key} {...fieldProps} kind="number" field={`${input}.${key}`} />
      ))}
    </>
  );
}

interface PreviewProps {
  deviceId: string;
  input: InputName;
  values: ConfigValues;
}

/** R4.9: scales the present voltage with the typed, unsaved values. */
function Preview({ deviceId, input, values }: PreviewProps) {
  const t = useTranslations('config');
  const common = useTranslations('common');
  const { number } = useFormatter();
  const valueAge = useValueAge();
  const { value: raw, freshness, ageS } = useReading(deviceId, READINGS[input]);
  const desired = toConfig(values)[input];
  const scaled = desired ? scaleInput(raw, desired) : null;
  const scaledText =
    scaled === null ? common('notAvailable') : `${number(scaled)} ${desired?.unit ?? ''}`.trim();
  return (
    <div
      className="grid rounded-md bg-inset px-3 py-2.5 inset-ring inset-ring-line"
      role="status"
      aria-label={t('preview')}
    >
      <span className="text-md text-dim mt-1">{t('preview')}</span>
      <strong className="tabular-nums tracking-tight">
        {raw === null ? t('previewNone') : t('previewValue', { volts: number(raw), value: scaledText })}
      </strong>
      {freshness === 'stale' && (
        <span className="text-md text-dim mt-1">{staleAgeText(valueAge(ageS, freshness))}</span>
      )}
      {desired?.enabled === 1 && !isInputShown(desired) && (
        <span className="text-md text-dim mt-1">{t('previewHidden')}</span>
      )}
    </div>
  );
}
