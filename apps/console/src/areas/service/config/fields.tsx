import { sensorMaxBar } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { pressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import { useFormatter, useTranslations } from 'use-intl';
import { Select, TextField } from '../../../ui/field.tsx';
import { boardRejection } from './config-errors.ts';
import { type ConfigField, type ConfigValues, changedFields, toConfig, toValues } from './config-fields.ts';
import type { ConfigForm } from './use-config-form.ts';
import { useConfigText } from './use-config-text.ts';

export interface FieldProps {
  form: ConfigForm;
  state: ConfigState;
  isReadOnly: boolean;
  field: ConfigField;
}

/** R4.11, R5.5: the default of each empty field, given the values of the other fields. Analog inputs have no defaults. */
function configDefaults(values: ConfigValues): Partial<Record<ConfigField, number>> {
  const { normalizer = 1, sensor_max } = toConfig(values).pressure ?? {};
  const hasRange = sensor_max !== undefined && sensor_max > 0;
  const { min, max } = pressureBounds(normalizer, hasRange ? { sensor_max } : {});
  return {
    'pressure.min': min,
    'pressure.max': max,
    'pressure.sensor_max': sensorMaxBar({ normalizer }),
    tele_s: USUAL_INTERVAL.running,
    tele_idle_s: USUAL_INTERVAL.asleep,
  };
}

/** R4.11: shows the desired value, and below it the applied value if it differs. */
function useField({ form, state, field }: FieldProps) {
  const t = useTranslations('config');
  const { number } = useFormatter();
  const { labelOf, valueText, errorText } = useConfigText();
  const refusal = boardRejection(state);
  const isRefused = refusal?.field === field && form.values[field] === form.baseValues[field];
  const applied = state.applied && toValues(state.applied.config, form.decimal);
  const byDefault = configDefaults(form.values)[field];
  const differs = applied && changedFields(applied, toValues(state.desired)).includes(field);
  return {
    name: field,
    label: labelOf(field),
    value: form.values[field],
    error: errorText(form.errors[field] ?? (isRefused ? refusal.error : undefined)),
    placeholder: byDefault === undefined ? '' : t('byDefault', { value: number(byDefault) }),
    inDevice: differs ? t('inDevice', { value: valueText(field, applied[field]) }) : undefined,
    onChange: (event: { currentTarget: { value: string } }) => form.change(field, event.currentTarget.value),
  };
}

function PlainField(props: FieldProps) {
  const { inDevice, ...field } = useField(props);
  return <TextField {...field} description={inDevice} autoComplete="off" />;
}

function NumberField(props: FieldProps) {
  const { inDevice, ...field } = useField(props);
  return <TextField {...field} description={inDevice} autoComplete="off" inputMode="decimal" />;
}

/** R5.5: the normalizer of the pressure configuration is the mode. */
function ModeField(props: FieldProps) {
  const t = useTranslations('config');
  const { inDevice, placeholder: _, ...field } = useField(props);
  return (
    <Select {...field} description={inDevice}>
      <option value="">{t('modeDefault')}</option>
      <option value="1">{t('mode1')}</option>
      <option value="10">{t('mode10')}</option>
    </Select>
  );
}

function CheckboxField(props: FieldProps) {
  const { inDevice, name, label, value } = useField(props);
  return (
    <label className="flex items-center flex-wrap text-md font-medium gap-y-1 gap-x-2.5 min-h-11">
      <input
        className="size-5 accent-accent"
        type="checkbox"
        name={name}
        checked={value === '1'}
        onChange={(event) => props.form.change(props.field, event.currentTarget.checked ? '1' : '0')}
      />
      <span>{label}</span>
      {inDevice && <span className="text-md text-dim mt-1">{inDevice}</span>}
    </label>
  );
}

/** R7.5: for users without the right to configure; plain text reads better than a disabled input. */
function ReadOnlyField(props: FieldProps) {
  const { valueText } = useConfigText();
  const { label, value, placeholder, error, inDevice } = useField(props);
  return (
    <dl className="[&_.tabular-nums]:text-lg [&_.tabular-nums]:font-semibold">
      <dt className="text-md text-dim mt-1">{label}</dt>
      <dd className="tabular-nums tracking-tight mt-1 wrap-anywhere">
        {(value === '' && placeholder) || valueText(props.field, value)}
      </dd>
      {error && <dd className="text-md text-dim mt-1 wrap-anywhere">{error}</dd>}
      {inDevice && <dd className="text-md text-dim mt-1 wrap-anywhere">{inDevice}</dd>}
    </dl>
  );
}

const KINDS = { text: PlainField, number: NumberField, mode: ModeField, checkbox: CheckboxField };

export function Field({ kind, ...props }: FieldProps & { kind: keyof typeof KINDS }) {
  const Kind = props.isReadOnly ? ReadOnlyField : KINDS[kind];
  return <Kind {...props} />;
}
