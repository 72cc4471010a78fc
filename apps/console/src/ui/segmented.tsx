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
      className="group/group relative p-0.5 rounded-4xl bg-inset inset-ring inset-ring-line inline-flex forced-colors:outline-1 forced-colors:outline-[ButtonBorder]"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-disabled={props.isDisabled}
    >
      {props.options.map(({ value, label }) => (
        <label
          key={value}
          className="[&_input:checked+span]:bg-card [&_input:checked+span]:text-ink [&_input:checked+span]:shadow-thumb [&_input:focus-visible+span]:outline-2 [&_input:focus-visible+span]:outline-accent dark:[&_input:checked+span]:bg-faint forced-colors:[&_input:checked+span]:bg-[Highlight] forced-colors:[&_input:checked+span]:text-[HighlightText] forced-colors:[&_input:checked+span]:forced-color-adjust-none group-aria-disabled/group:[&_input:not(:checked)+span]:opacity-60"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={value === props.value}
            // Not `disabled`, which would remove the focus after a click.
            aria-disabled={props.isDisabled}
            onClick={(event) => props.isDisabled && event.preventDefault()}
            onChange={() => !props.isDisabled && props.onChange(value)}
          />
          <span className="grid place-items-center px-3.25 rounded-4xl text-dim text-sm font-medium whitespace-nowrap cursor-pointer min-h-7.5 pointer-coarse:min-h-10 group-aria-disabled/group:cursor-not-allowed forced-colors:group-aria-disabled/group:text-[GrayText]">
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
