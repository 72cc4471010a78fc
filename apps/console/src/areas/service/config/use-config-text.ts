import { useTranslations } from 'use-intl';
import { unitOfField } from '../../../device/config-units.ts';
import type { ConfigError } from './config-errors.ts';
import { type ConfigField, INPUTS, type InputField, type InputName } from './config-fields.ts';

type Key = Exclude<ConfigField, `${InputName}.${string}`> | `input.${InputField}`;

/** Labels, values and errors of the fields as text. */
export function useConfigText() {
  const t = useTranslations();
  const fieldName = useTranslations('config.field');
  /** The label within its section. */
  const labelOf = (field: ConfigField) => {
    const input = INPUTS.find((name) => field.startsWith(`${name}.`));
    const key = (input ? field.replace(input, 'input') : field) as Key;
    const unit = unitOfField(key);
    return unit ? t('config.inUnit', { name: fieldName(key), unit }) : fieldName(key);
  };
  return {
    labelOf,
    /** The label with the name of the analog input, for use outside its section. */
    fullLabelOf(field: ConfigField) {
      const input = INPUTS.find((name) => field.startsWith(name));
      return input ? `${t('config.input', { n: input.slice(-1) })}, ${labelOf(field)}` : labelOf(field);
    },
    valueText(field: ConfigField, value: string) {
      if (field === 'pressure.normalizer')
        return t(value === '' ? 'config.modeDefault' : value === '10' ? 'config.mode10' : 'config.mode1');
      if (field.endsWith('.enabled')) return t(value === '1' ? 'config.yes' : 'config.no');
      return value === '' ? t('config.notSet') : value;
    },
    errorText(error: ConfigError | undefined) {
      if (!error) return undefined;
      if (error.key === 'invalid') return t('validation.invalid');
      return t(`config.error.${error.key}`, { n: error.n ?? 0 });
    },
  };
}
