import { useEffect, useRef } from 'react';

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
      className="relative flex-none rounded-4xl cursor-pointer w-12 h-7 bg-faint appearance-none [transition:background_0.15s] forced-colors:border forced-colors:border-[ButtonText] before:absolute before:-inset-x-1 before:-inset-y-2 after:absolute after:rounded-full after:top-1 after:left-1 after:size-5.5 after:bg-white after:shadow-thumb after:[transition:transform_0.15s] forced-colors:after:top-[calc(0.2rem_-_1px)] forced-colors:after:bg-[ButtonText] data-[position=on]:bg-run data-[position=unknown]:[background:repeating-linear-gradient(135deg,var(--faint)_0_4px,transparent_4px_8px)] data-[position=unknown]:inset-ring data-[position=unknown]:inset-ring-line-strong data-[position=waiting]:[background:repeating-linear-gradient(135deg,var(--faint)_0_4px,transparent_4px_8px)] data-[position=waiting]:inset-ring data-[position=waiting]:inset-ring-line-strong aria-disabled:cursor-not-allowed aria-disabled:opacity-55 focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2 forced-colors:data-[position=on]:bg-[Highlight] forced-colors:aria-disabled:border-[GrayText] data-[position=on]:after:transform-[translateX(1.25rem)] data-[position=unknown]:after:transform-[translateX(0.625rem)] data-[position=waiting]:after:transform-[translateX(0.625rem)] data-[position=on]:data-[stale=true]:bg-off"
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
