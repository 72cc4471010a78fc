import { useEffect, useRef } from 'react';
import classes from './switch.module.css';

interface SwitchProps {
  /** Unknown and waiting are neither on nor off, also for screen readers; a click on a waiting one asks what to do. */
  position: 'on' | 'off' | 'unknown' | 'waiting';
  isDisabled: boolean;
  /** The position is stale and must not look current. */
  isStale: boolean;
  onChange: (isOn: boolean) => void;
  labelledBy: string;
  describedBy: string;
}

/** A controlled switch: a click calls `onChange`, and only `position` moves it. */
export function Switch({ position, isDisabled, isStale, onChange, labelledBy, describedBy }: SwitchProps) {
  const input = useRef<HTMLInputElement>(null);
  const isThird = position === 'unknown' || position === 'waiting';
  useEffect(() => {
    if (input.current) input.current.indeterminate = isThird;
  }, [isThird]);
  return (
    <input
      ref={input}
      type="checkbox"
      // The role `switch` has no third position, a checkbox has.
      role={isThird ? undefined : 'switch'}
      className={classes.switch}
      data-position={position}
      data-stale={isStale}
      checked={position === 'on'}
      // Not `disabled`, which would remove the focus after a click.
      aria-disabled={isDisabled}
      // Nor does a click move a third position.
      onClick={(event) => {
        if (isDisabled || isThird) event.preventDefault();
        if (!isDisabled && isThird) onChange(true);
      }}
      onChange={() => !isDisabled && !isThird && onChange(position !== 'on')}
      // R5.12: Enter too; a browser toggles a checkbox with the space bar only.
      onKeyDown={({ key, repeat, currentTarget }) => key === 'Enter' && !repeat && currentTarget.click()}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    />
  );
}
