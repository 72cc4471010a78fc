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

/** A number with its unit, or a dash. */
const ValueText = ({ text, unit, missing }: Pick<ValueProps, 'text' | 'unit' | 'missing'>) =>
  text === null ? (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{missing}</span>
    </>
  ) : (
    <>
      {text}
      {unit && (
        <span className="text-dim font-regular tracking-normal text-unit whitespace-nowrap"> {unit}</span>
      )}
    </>
  );

/** One value with its unit and its age, inside a `<dl>`. */
export function Value(props: ValueProps) {
  const { label, text, unit, missing, freshness, age, past, size = 'small', isWord, icon } = props;
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
        <ValueText text={text} unit={unit} missing={missing} />
        {age && (freshness === 'stale' || size === 'large') && (
          <span className="block text-dim text-xs font-regular tracking-normal">
            {size === 'small' ? <PastAge past={past} age={age} /> : [past, age].filter(Boolean).join(' ')}
          </span>
        )}
      </dd>
    </div>
  );
}

interface ValueRowProps extends Omit<ValueProps, 'size'> {
  /** The trend, between name and value. */
  trend?: ReactNode;
  /** A button after the value. */
  action?: ReactNode;
}

/** One value as a row of a list: name, trend, value with its age, action. */
export function ValueRow({
  label,
  icon,
  trend,
  action,
  freshness,
  age,
  past,
  isWord,
  ...value
}: ValueRowProps) {
  return (
    <div className="flex items-center gap-2.5">
      <dl className="min-w-0 flex-1">
        <div className="flex items-center gap-2.5 py-1.5" data-freshness={freshness}>
          <dt className="flex min-w-0 flex-1 items-center gap-2.5 text-md leading-tight text-dim [&_svg]:flex-none">
            {icon}
            <span className="min-w-0 wrap-anywhere hyphens-auto">{label}</span>
          </dt>
          <dd className="flex max-w-4/5 items-center gap-2.5 text-right tabular-nums">
            {trend && <span className="w-16 flex-none max-[26em]:hidden">{trend}</span>}
            <span className="min-w-0">
              <span
                className={`block leading-tight ${isWord ? 'text-md wrap-break-word' : 'text-lg whitespace-nowrap tracking-tight'} ${freshness === 'live' ? 'font-semibold' : 'text-dim'}`}
              >
                <ValueText {...value} />
              </span>
              {age && <span className="block text-xs text-dim">{[past, age].filter(Boolean).join(' ')}</span>}
            </span>
          </dd>
        </div>
      </dl>
      {action}
    </div>
  );
}
