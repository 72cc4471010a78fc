import { useId } from 'react';

interface SegmentedProps<Value extends string> {
  label: string;
  /** `undefined` while the value is unknown. */
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  isDisabled: boolean;
  describedBy?: string;
  onChange: (value: Value) => void;
}

/** A controlled choice of a few options side by side. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className="group/segmented relative p-0.5 rounded-4xl bg-inset inset-ring inset-ring-line inline-flex forced-colors:outline-1 forced-colors:outline-[ButtonBorder]"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-disabled={props.isDisabled}
    >
      {props.options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            className="peer sr-only"
            name={name}
            checked={value === props.value}
            // Not `disabled`, which would remove the focus after a click.
            aria-disabled={props.isDisabled}
            onClick={(event) => props.isDisabled && event.preventDefault()}
            onChange={() => !props.isDisabled && props.onChange(value)}
          />
          <span className="grid min-h-7.5 cursor-pointer place-items-center rounded-4xl px-3 text-sm font-medium whitespace-nowrap text-dim pointer-coarse:min-h-10 group-aria-disabled/segmented:cursor-not-allowed group-aria-disabled/segmented:not-peer-checked:opacity-60 peer-checked:bg-card peer-checked:text-ink peer-checked:shadow-thumb dark:peer-checked:bg-faint peer-focus-visible:outline-2 peer-focus-visible:outline-accent forced-colors:group-aria-disabled/segmented:text-[GrayText] forced-colors:peer-checked:bg-[Highlight] forced-colors:peer-checked:text-[HighlightText] forced-colors:peer-checked:forced-color-adjust-none">
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
