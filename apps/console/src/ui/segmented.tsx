import { useId } from 'react';
import classes from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  label: string;
  /** Nothing when none of them is known to hold. */
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  isDisabled: boolean;
  describedBy?: string;
  onChange: (value: Value) => void;
}

/** A few choices side by side. Shows only what it is given: a click asks. */
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
            // Not `disabled`: that would take the focus from whoever has just chosen.
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
