import type { ReactNode } from 'react';
import classes from './field-box.module.css';

interface Props<Value extends string> {
  label: string;
  icon?: ReactNode;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A choice among a few values in a row of filters; the label is for screen readers only. */
export function SelectField<Value extends string>({ label, icon, value, options, ...props }: Props<Value>) {
  return (
    <div className={`${classes.box} ${props.className ?? ''}`}>
      {icon}
      <select
        className={classes.field}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen) props.onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
