import type { ReactNode } from 'react';
import { PastAge } from './past-age.tsx';

interface ValueProps {
  label: ReactNode;
  /** `null` was never reported: a dash, `missing` for screen readers, never a 0. */
  text: ReactNode;
  unit?: string | undefined;
  missing: string;
  freshness: 'live' | 'stale' | 'never';
  /** The age as text. A small value shows it when it is not live, a large one always. */
  age?: string | undefined;
  /** The word before the age of a stale value; for a small value only for screen readers. */
  past?: string | undefined;
  size?: 'small' | 'large';
  /** The value is a text, which is longer than a number. */
  isWord?: boolean;
  icon?: ReactNode;
  /** A button beside the value. */
  action?: ReactNode;
}

/** One value with its unit and its age, inside a `<dl>`. */
export function Value(props: ValueProps) {
  const { label, text, unit, missing, freshness, age, past, size = 'small', isWord, icon, action } = props;
  return (
    <div className="group/value min-w-0" data-size={size} data-word={isWord} data-freshness={freshness}>
      <dt className="flex gap-2 overflow-hidden text-dim text-xs items-start [&_svg]:flex-none group-data-[size=large]/value:text-sm group-data-[size=large]/value:font-regular group-data-[size=large]/value:leading-tight group-data-[size=large]/value:min-h-[var(--label-height,2.1rem)]">
        {icon}
        <span className="overflow-hidden text-ellipsis whitespace-nowrap group-data-[size=large]/value:wrap-anywhere group-data-[size=large]/value:whitespace-normal group-data-[size=large]/value:hyphens-auto">
          {label}
        </span>
      </dt>
      <dd className="text-xl tabular-nums font-semibold tracking-tight whitespace-nowrap mt-0.5 group-data-[freshness=stale]/value:text-dim group-data-[freshness=stale]/value:font-regular group-data-[freshness=never]/value:text-dim group-data-[freshness=never]/value:font-regular group-data-[size=large]/value:text-title group-data-[size=large]/value:font-bold group-data-[size=large]/value:mt-1 group-data-[word=true]/value:text-xl group-data-[word=true]/value:leading-tight group-data-[word=true]/value:wrap-break-word group-data-[word=true]/value:whitespace-normal">
        {text === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{missing}</span>
          </>
        ) : (
          <>
            {text}
            {unit && (
              <span className="text-dim font-regular tracking-normal text-unit group-data-[word=true]/value:whitespace-nowrap">
                {' '}
                {unit}
              </span>
            )}
          </>
        )}
        {age && (freshness === 'stale' || size === 'large') && (
          <span className="block text-dim text-xs font-regular tracking-normal">
            {size === 'small' ? <PastAge past={past} age={age} /> : [past, age].filter(Boolean).join(' ')}
          </span>
        )}
        {action}
      </dd>
    </div>
  );
}
