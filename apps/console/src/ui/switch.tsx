import { useEffect, useRef } from 'react';
import classes from './switch.module.css';

interface SwitchProps {
  /** Unknown is a third position: neither on nor off, for the eye and for the ear. */
  position: 'on' | 'off' | 'unknown';
  isDisabled: boolean;
  /** The position is an old one: it must not look like a present one. */
  isStale: boolean;
  onChange: (isOn: boolean) => void;
  labelledBy: string;
  describedBy: string;
}

/** Shows only what it is given: a click asks, and the position changes when the answer comes. */
export function Switch({ position, isDisabled, isStale, onChange, labelledBy, describedBy }: SwitchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = position === 'unknown';
  }, [position]);
  return (
    <input
      ref={input}
      type="checkbox"
      // The role has no third position, a checkbox has.
      role={position === 'unknown' ? undefined : 'switch'}
      className={classes.switch}
      data-position={position}
      data-stale={isStale}
      checked={position === 'on'}
      // Not `disabled`: that would take the focus from whoever has just pressed it.
      aria-disabled={isDisabled}
      onClick={(event) => isDisabled && event.preventDefault()}
      onChange={() => !isDisabled && onChange(position !== 'on')}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    />
  );
}
