import { useEffect, useRef } from 'react';
import classes from './switch.module.css';

interface SwitchProps {
  /** Unknown is a third position, neither on nor off, also for screen readers. */
  position: 'on' | 'off' | 'unknown';
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
  useEffect(() => {
    if (input.current) input.current.indeterminate = position === 'unknown';
  }, [position]);
  return (
    <input
      ref={input}
      type="checkbox"
      // The role `switch` has no third position, a checkbox has.
      role={position === 'unknown' ? undefined : 'switch'}
      className={classes.switch}
      data-position={position}
      data-stale={isStale}
      checked={position === 'on'}
      // Not `disabled`, which would remove the focus after a click.
      aria-disabled={isDisabled}
      onClick={(event) => isDisabled && event.preventDefault()}
      onChange={() => !isDisabled && onChange(position !== 'on')}
      // R5.12: Enter too; a browser toggles a checkbox with the space bar only.
      onKeyDown={({ key, repeat, currentTarget }) => key === 'Enter' && !repeat && currentTarget.click()}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    />
  );
}
