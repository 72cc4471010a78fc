import { type ComponentProps, useId } from 'react';
import classes from './auth.module.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; error?: string | undefined };

export function CheckField({ label, error, ...input }: Props) {
  const errorId = useId();
  return (
    <div>
      <label className={classes.check}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
        {label}
      </label>
      {error !== undefined && (
        <p id={errorId} className={classes.checkError}>
          {error}
        </p>
      )}
    </div>
  );
}
