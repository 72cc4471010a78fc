import type { AlertKind } from '@manoboard/domain/alerts/rules/kinds';
import type { Threshold } from '@manoboard/domain/alerts/rules/settings';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './alert-rules.module.css';
import { useRuleFormat } from './use-rule-format.ts';

/** Steps of sliders and arrow keys by unit; others are whole numbers. */
const STEPS: Readonly<Record<string, number>> = { bar: 0.1, '%': 0.5, h: 0.5 };

interface Props {
  kind: AlertKind;
  name: string;
  threshold: Threshold;
  /** As it is in force. */
  today: number;
  value: number;
  isReadOnly: boolean;
  onChange: (value: number) => void;
  /** The user has stopped to move or type. */
  onCommit: () => void;
}

/** A number of a rule: typed or moved, within its limits. */
export function NumberField({ kind, name, threshold, today, value, isReadOnly, onChange, onCommit }: Props) {
  const t = useTranslations('rules');
  const format = useRuleFormat();
  const id = useId();
  /** What is typed, while it is no number within the limits. */
  const [typed, setTyped] = useState<string>();
  const { low, high, initial, unit } = threshold;
  const step = STEPS[unit] ?? 1;
  const text = (amount: number) => format.value(kind, name, amount);

  /** The unit is beside the field. */
  const bare = (amount: number) => (unit === 's' ? text(amount) : format.rounded(amount));

  function type(next: string) {
    const amount = Number(next);
    const isValid = next !== '' && Number.isFinite(amount) && amount >= low && amount <= high;
    setTyped(isValid ? undefined : next);
    if (isValid) onChange(amount);
  }
  const shared = { min: low, max: high, step, disabled: isReadOnly };
  return (
    <div className={classes.number}>
      <label htmlFor={id}>{format.label(kind, name)}</label>
      <div className={classes.inputs}>
        <input
          id={id}
          type="number"
          inputMode="decimal"
          className={classes.amount}
          {...shared}
          step="any"
          value={typed ?? value}
          aria-invalid={typed !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={onCommit}
          onKeyDown={(event) => {
            // Enter tries the number; it must not save it.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onCommit();
          }}
        />
        <span className={classes.quiet}>{unit.replace('/', t('per'))}</span>
        {value !== today && (
          <span className={classes.oldNew}>
            <s>{text(today)}</s> <span aria-hidden="true">→</span> <b>{text(value)}</b>
          </span>
        )}
      </div>
      {unit !== 's' && (
        <input
          type="range"
          aria-label={format.label(kind, name)}
          {...shared}
          value={value}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onPointerUp={onCommit}
          onKeyUp={onCommit}
        />
      )}
      <p id={`${id}-hint`} className={classes.hint} data-invalid={typed !== undefined || undefined}>
        {t('limits', { low: bare(low), high: bare(high), initial: bare(initial) })}
      </p>
    </div>
  );
}
