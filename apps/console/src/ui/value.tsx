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

const SIZES = {
  small: { name: 'text-xs', number: 'mt-0.5 text-xl whitespace-nowrap', strong: 'font-semibold' },
  large: {
    name: 'min-h-[var(--label-height,2.1rem)] text-sm leading-tight font-regular',
    number: 'mt-1 text-title whitespace-nowrap',
    strong: 'font-bold',
  },
};
const WORD = 'text-xl leading-tight wrap-break-word';

/** One value with its unit and its age, inside a `<dl>`. */
export function Value(props: ValueProps) {
  const { label, text, unit, missing, freshness, age, past, size = 'small', isWord, icon, action } = props;
  const { name, number, strong } = SIZES[size];
  const weight = freshness === 'live' ? strong : 'font-regular text-dim';
  return (
    <div className="min-w-0" data-freshness={freshness}>
      <dt className={`flex items-start gap-2 overflow-hidden text-dim [&_svg]:flex-none ${name}`}>
        {icon}
        <span className={size === 'large' ? 'overflow-hidden wrap-anywhere hyphens-auto' : 'truncate'}>
          {label}
        </span>
      </dt>
      <dd className={`tabular-nums tracking-tight ${isWord ? `${WORD} mt-1` : number} ${weight}`}>
        {text === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{missing}</span>
          </>
        ) : (
          <>
            {text}
            {unit && (
              <span className="text-dim font-regular tracking-normal text-unit whitespace-nowrap">
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
