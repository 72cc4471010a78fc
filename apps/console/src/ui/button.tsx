import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

const VARIANTS = {
  filled: 'border-transparent bg-accent text-white',
  default: 'border-line-strong bg-card text-ink dark:bg-inset',
  light: 'border-transparent bg-accent-soft text-accent-ink',
  subtle: 'border-transparent text-link',
  danger: 'border-transparent bg-danger text-white',
};
const HOVERS = {
  filled: 'hover:bg-accent-strong',
  default: 'hover:bg-inset dark:hover:bg-line-strong',
  light: 'hover:bg-accent-200 dark:hover:bg-line-strong',
  subtle: 'hover:bg-accent-soft',
  danger: 'hover:bg-danger-strong',
};
const SIZES = {
  'compact-sm': 'h-6.5 max-sm:min-h-6.5 px-2 text-md',
  xs: 'h-7.5 max-sm:min-h-7.5 px-3.5 text-xs',
  sm: 'h-9 max-sm:min-h-9 px-4.5 text-md',
  md: 'h-10.5 max-sm:min-h-10.5 px-5.5 text-lg',
  tool: 'h-9 max-sm:min-h-9 px-3 text-md',
  touch: 'h-11 max-sm:min-h-11 px-4.5 text-md',
};
/** On a phone a long label takes a second line. */
const BASE =
  'relative inline-flex flex-none items-center justify-center rounded-field border font-semibold leading-none whitespace-nowrap select-none active:translate-y-px data-disabled:translate-y-0 max-sm:h-auto max-sm:max-w-full max-sm:py-0.5 max-sm:whitespace-normal pointer-coarse:min-h-11';
const preventDefault = (event: { preventDefault: () => void }) => event.preventDefault();
const DISABLED = 'cursor-not-allowed border-transparent bg-line text-off';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  icon?: ReactNode;
  fullWidth?: boolean;
  /** The request of the button is pending. The button keeps the focus, and does nothing. */
  loading?: boolean;
  /** Another element with the looks of a button: a link. */
  render?: ReactElement;
}

export function Button({
  variant = 'filled',
  size = 'sm',
  icon,
  fullWidth,
  loading,
  disabled,
  render,
  className = '',
  children,
  ref,
  ...props
}: ButtonProps) {
  const isOff = disabled || loading || props['aria-disabled'] === true || props['aria-disabled'] === 'true';
  const look =
    isOff && !loading ? DISABLED : `cursor-pointer ${VARIANTS[variant]} ${loading ? '' : HOVERS[variant]}`;
  const content = (
    <>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      {icon !== undefined && (
        <span className={`-ml-1.5 mr-2.5 inline-flex ${loading ? 'invisible' : ''}`}>{icon}</span>
      )}
      <span className={`overflow-hidden leading-normal ${loading ? 'opacity-20' : ''}`} data-button-label>
        {children}
      </span>
    </>
  );
  const looks = {
    className: `${BASE} ${SIZES[size]} ${fullWidth ? 'w-full' : ''} ${look} ${className}`,
    'data-disabled': isOff || undefined,
    children: content,
  };
  // Not `disabled` while the request is pending, which would remove the focus.
  const pending = { 'aria-disabled': true, 'aria-busy': true, onClick: preventDefault };
  const own = render ? looks : { type: 'button' as const, disabled, ...looks };
  return useRender({
    defaultTagName: 'button',
    render,
    ref,
    props: { ...own, ...props, ...(loading && pending) },
  });
}
