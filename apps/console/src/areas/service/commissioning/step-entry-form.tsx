import type { CommissioningStepName, StepEntry } from '@manoboard/contract/device/commissioning';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { primaryClass } from './wizard-classes.ts';

interface Props {
  name: CommissioningStepName;
  isSending: boolean;
  onSave: (entry: StepEntry) => void;
}

/** Undefined for an empty field, NaN for what is no number; a decimal comma is accepted. */
function numberOf(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? undefined : Number(trimmed);
}

/** Ends a recording or a step without one, with the value that the technician reads at the pump. */
export function StepEntryForm({ name, isSending, onSave }: Props) {
  const t = useTranslations('commissioning');
  const [text, setText] = useState('');
  const value = numberOf(text);
  const isWrong =
    (value !== undefined && !Number.isFinite(value)) || (name === 'level' && value === undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isWrong) return;
    if (name === 'level') onSave(value === undefined ? {} : { level_m: value });
    else onSave(name === 'sensor' && value !== undefined ? { manometer_bar: value } : {});
  }
  const label = name === 'card' ? t('confirm') : name === 'level' ? t('save') : t('end');
  return (
    <form onSubmit={submit} noValidate>
      {(name === 'sensor' || name === 'level') && (
        <TextField
          inputMode="decimal"
          label={t(name === 'sensor' ? 'manometer' : 'level')}
          description={name === 'sensor' ? t('manometerHint') : undefined}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <Button type="submit" size="touch" className={primaryClass} disabled={isSending || isWrong}>
        {label}
      </Button>
    </form>
  );
}
