import type { RuleKind } from '@manoboard/contract/alert/kinds';
import type { Threshold } from '@manoboard/domain/alerts/rules/settings';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRuleFormat } from './use-rule-format.ts';

/** Steps of sliders and arrow keys by unit; others are whole numbers. */
const STEPS: Readonly<Record<string, number>> = { bar: 0.1, '%': 0.5, h: 0.5 };

const UNIT_S = { s: 1, min: 60, h: 3600 } as const;
type TimeUnit = keyof typeof UNIT_S;
const TIME_UNITS = Object.keys(UNIT_S) as TimeUnit[];

/** Largest unit that gives a whole number of at least 2; zero is in minutes if the upper limit allows minutes. */
function timeUnitOf(seconds: number, high: number): TimeUnit {
  if (seconds === 0) return high < 2 * UNIT_S.min ? 's' : 'min';
  if (seconds >= 2 * UNIT_S.h && seconds % UNIT_S.h === 0) return 'h';
  return seconds >= 2 * UNIT_S.min && seconds % UNIT_S.min === 0 ? 'min' : 's';
}

/** The unit of a field of seconds: the chosen one while the value is whole in it or being typed. */
function useTimeUnit({ unit, high }: Threshold, value: number, isTyping: boolean) {
  const [chosen, setChosen] = useState<TimeUnit>();
  const isKept = chosen !== undefined && (isTyping || value % UNIT_S[chosen] === 0);
  const timeUnit = isKept ? chosen : timeUnitOf(value, high);
  return { timeUnit: unit === 's' ? timeUnit : undefined, setTimeUnit: setChosen };
}

interface Props {
  kind: RuleKind;
  name: string;
  threshold: Threshold;
  /** Value in force. */
  today: number;
  value: number;
  isReadOnly: boolean;
  /** Undefined: the typed text is no number within the limits. */
  onChange: (value: number | undefined) => void;
  /** Called when the user has finished moving or typing. */
  onCommit: () => void;
}

interface UnitProps {
  label: string;
  threshold: Threshold;
  timeUnit: TimeUnit | undefined;
  isReadOnly: boolean;
  onChoose: (unit: TimeUnit) => void;
  onBlur: () => void;
}

/** The unit behind the input: a choice for seconds. */
function Unit({ label, threshold: { unit, high }, timeUnit, isReadOnly, onChoose, onBlur }: UnitProps) {
  const t = useTranslations('rules');
  if (!timeUnit) {
    const isRate = unit === '/h' || unit === '/d';
    return (
      <span className="text-dim text-md mt-1">
        {isRate ? t(`perUnit.${unit === '/h' ? 'h' : 'd'}`) : unit}
      </span>
    );
  }
  return (
    <select
      className="text-ink rounded-md bg-card min-h-10 px-2 border border-[var(--field-line,var(--line-strong))] pointer-coarse:min-h-11"
      aria-label={t('unit', { label })}
      value={timeUnit}
      disabled={isReadOnly}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as TimeUnit)}
      onBlur={onBlur}
    >
      {TIME_UNITS.filter((each) => UNIT_S[each] <= high).map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

/** Input and slider for a number of a rule, within its limits. */
export function NumberField({ kind, name, threshold, today, value, isReadOnly, onChange, onCommit }: Props) {
  const t = useTranslations('rules');
  const format = useRuleFormat();
  const id = useId();
  /** Typed text, until the field is left with a number within the limits. */
  const [typed, setTyped] = useState<string>();
  const { low, high, initial, unit } = threshold;
  const { timeUnit, setTimeUnit } = useTimeUnit(threshold, value, typed !== undefined);
  const factor = timeUnit ? UNIT_S[timeUnit] : 1;
  const step = STEPS[unit] ?? 1;
  const label = format.label(kind, name);
  const text = (amount: number) => format.value(kind, name, amount);

  /** The amount of a text in a unit; undefined if it is not within the limits. */
  function amountOf(next: string, by: number): number | undefined {
    const amount = timeUnit ? Math.round(Number(next) * by) : Number(next);
    return next !== '' && amount >= low && amount <= high ? amount : undefined;
  }
  const isInvalid = typed !== undefined && amountOf(typed, factor) === undefined;
  function type(next: string, by = factor) {
    setTyped(next);
    onChange(amountOf(next, by));
  }
  /** Keeps the typed number and applies the new unit: 30 s becomes 30 min. */
  function chooseUnit(next: TimeUnit) {
    setTimeUnit(next);
    type(typed ?? String(value / factor), UNIT_S[next]);
  }
  function commit() {
    if (isInvalid) return;
    setTyped(undefined);
    onCommit();
  }
  const ofUnit = { label, threshold, timeUnit, isReadOnly };
  const shared = { min: low / factor, max: high / factor, step, disabled: isReadOnly };
  return (
    <div className="grid gap-1 [&_input[type='range']]:w-full [&_input[type='range']]:h-6.5 [&_input[type='range']]:accent-accent dark:[&_input[type='range']]:accent-accent-400">
      <label className="text-md font-medium" htmlFor={id}>
        {label}
      </label>
      <div className="flex items-center flex-wrap gap-2">
        <input
          id={id}
          type="number"
          inputMode="decimal"
          className="font-semibold text-ink rounded-md bg-card min-h-10 px-3 w-26 border border-[var(--field-line,var(--line-strong))] pointer-coarse:min-h-11 aria-[invalid=true]:border-stop-ink"
          {...shared}
          step="any"
          value={typed ?? value / factor}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            if (timeUnit) setTimeUnit(timeUnit);
            type(currentTarget.value);
          }}
          onBlur={commit}
          onKeyDown={(event) => {
            // Enter tries the number; it must not save it.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            commit();
          }}
        />
        <Unit {...ofUnit} onChoose={chooseUnit} onBlur={commit} />
        {value !== today && !isInvalid && (
          <span className="text-md whitespace-nowrap ml-auto">
            <s className="px-2 py-0.5 rounded-sm inset-ring inset-ring-line-strong text-dim">{text(today)}</s>{' '}
            <span aria-hidden="true">→</span>{' '}
            <b className="px-2 py-0.5 rounded-sm bg-accent-soft">{text(value)}</b>
          </span>
        )}
      </div>
      {unit !== 's' && (
        <input
          type="range"
          aria-label={label}
          {...shared}
          value={value}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onPointerUp={commit}
          onKeyUp={commit}
        />
      )}
      <p
        id={`${id}-hint`}
        className="text-dim text-md data-invalid:text-stop-ink data-invalid:font-semibold"
        data-invalid={isInvalid || undefined}
      >
        {timeUnit
          ? t('durationLimits', {
              low: low === 0 ? 'none' : text(low),
              high: text(high),
              initial: text(initial),
            })
          : t('limits', {
              low: format.rounded(low),
              high: format.rounded(high),
              initial: format.rounded(initial),
            })}
      </p>
    </div>
  );
}
