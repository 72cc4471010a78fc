import { AccessLevel } from '@manoboard/contract/device/device';
import { IconEye, IconKey, IconPower } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';

const ICONS = { watch: IconEye, switch: IconPower, full: IconKey };

interface Props {
  value: AccessLevel;
  onChange: (level: AccessLevel) => void;
}

/** R4.18: what a person will be able to do. */
export function LevelChoice({ value, onChange }: Props) {
  const t = useTranslations('sharing');
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-md font-semibold">{t('level')}</legend>
      {AccessLevel.options.map((level) => {
        const Icon = ICONS[level];
        return (
          <label
            key={level}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border border-line px-3.5 py-2.5 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              className="size-5 flex-none accent-accent outline-none"
              name={name}
              value={level}
              aria-labelledby={`${name}-${level}`}
              aria-describedby={`${name}-${level}-text`}
              checked={level === value}
              onChange={() => onChange(level)}
            />
            <span className="grid flex-1 leading-snug">
              <span id={`${name}-${level}`} className="text-md font-semibold">
                {t(`levels.${level}.name`)}
              </span>
              <span id={`${name}-${level}-text`} className="text-sm text-dim">
                {t(`levels.${level}.text`)}
              </span>
            </span>
            <Icon className="flex-none text-dim" size={20} stroke={1.7} aria-hidden />
          </label>
        );
      })}
    </fieldset>
  );
}
