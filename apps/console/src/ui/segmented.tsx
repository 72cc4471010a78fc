import { useId } from 'react';
import classes from './segmented.module.css';

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
      className={classes.group}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-disabled={props.isDisabled}
    >
      {props.options.map(({ value, label }) => (
        <label key={value} className={classes.option}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={value === props.value}
            // Not `disabled`, which would remove the focus after a click.
            aria-disabled={props.isDisabled}
            onClick={(event) => props.isDisabled && event.preventDefault()}
            onChange={() => !props.isDisabled && props.onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
