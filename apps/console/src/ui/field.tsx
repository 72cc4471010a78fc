import { type ComponentProps, type ReactNode, useId } from 'react';

interface Labelled {
  label?: ReactNode;
  description?: ReactNode;
  /** Shown below the field, which it marks as invalid. */
  error?: ReactNode;
  /** A mark behind the label. The form checks the value. */
  withAsterisk?: boolean | undefined;
  /** Of the box of label and field. */
  className?: string | undefined;
}

const CONTROL =
  'block w-full rounded-field border border-line-strong bg-card text-ink focus:border-accent dark:bg-inset dark:focus:border-accent-400 aria-invalid:border-stop-ink aria-invalid:text-stop-ink disabled:cursor-not-allowed disabled:opacity-60';
const SIZES = { sm: 'h-9 px-3 text-md pointer-coarse:h-11', md: 'h-10.5 px-3.5 text-lg pointer-coarse:h-11' };

/** Names, describes and marks the control of a field. */
function useFieldIds({
  description,
  error,
  id,
}: Pick<Labelled, 'description' | 'error'> & { id?: string | undefined }) {
  const own = useId();
  const base = id ?? own;
  const ids = { label: base, description: `${base}-description`, error: `${base}-error` };
  const describedBy = [error && ids.error, description && ids.description].filter(Boolean).join(' ');
  return {
    ids,
    control: {
      id: base,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': error ? true : undefined,
    },
  };
}

function FieldBox({
  ids,
  label,
  description,
  error,
  withAsterisk,
  className = '',
  children,
}: Labelled & { ids: { label: string; description: string; error: string }; children: ReactNode }) {
  return (
    <div className={className}>
      {label !== undefined && (
        <label htmlFor={ids.label} className="mb-1.5 inline-block text-md font-semibold">
          {label}
          {withAsterisk && (
            <span className="text-stop-ink" aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
      )}
      {description && (
        <p id={ids.description} className="mb-1.5 text-xs leading-normal text-dim">
          {description}
        </p>
      )}
      {children}
      {error && (
        <p id={ids.error} className="mt-1.5 text-xs leading-normal text-stop-ink">
          {error}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends Labelled, Omit<ComponentProps<'input'>, 'size' | 'className'> {
  size?: keyof typeof SIZES;
  icon?: ReactNode;
  /** A button inside the field, at its end. */
  end?: ReactNode;
}

export function TextField({
  label,
  description,
  error,
  withAsterisk,
  className,
  size = 'sm',
  icon,
  end,
  ...input
}: TextFieldProps) {
  const { ids, control } = useFieldIds({ description, error, id: input.id });
  return (
    <FieldBox
      ids={ids}
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      className={className}
    >
      <span className="relative block">
        {icon && (
          <span className="absolute inset-y-0 left-0 grid w-9 place-items-center text-dim">{icon}</span>
        )}
        <input
          {...control}
          {...input}
          id={ids.label}
          className={`${CONTROL} ${SIZES[size]} ${icon ? 'pl-9' : ''} ${end ? 'pr-11' : ''}`}
        />
        {end && <span className="absolute inset-y-0 right-0 grid w-11 place-items-center">{end}</span>}
      </span>
    </FieldBox>
  );
}

export function TextArea({
  label,
  description,
  error,
  className,
  ...area
}: Labelled & Omit<ComponentProps<'textarea'>, 'className'>) {
  const { ids, control } = useFieldIds({ description, error, id: area.id });
  return (
    <FieldBox ids={ids} label={label} description={description} error={error} className={className}>
      <textarea
        {...control}
        rows={4}
        {...area}
        id={ids.label}
        className={`${CONTROL} resize-y px-3 py-2 text-md`}
      />
    </FieldBox>
  );
}

type Option = string | { value: string; label: string };

/** The select of the system: on a phone it opens the wheel that people know. */
export function Select({
  label,
  description,
  error,
  className,
  size = 'sm',
  options,
  children,
  ...select
}: Labelled &
  Omit<ComponentProps<'select'>, 'size' | 'className'> & {
    size?: keyof typeof SIZES;
    options?: readonly Option[];
  }) {
  const { ids, control } = useFieldIds({ description, error, id: select.id });
  return (
    <FieldBox ids={ids} label={label} description={description} error={error} className={className}>
      <span className="relative block">
        <select
          {...control}
          {...select}
          id={ids.label}
          className={`${CONTROL} ${SIZES[size]} cursor-pointer appearance-none truncate pr-9`}
        >
          {children ??
            options?.map((option) => {
              const { value, label: text } =
                typeof option === 'string' ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {text}
                </option>
              );
            })}
        </select>
        <svg
          viewBox="0 0 24 24"
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 fill-none stroke-dim stroke-2"
          aria-hidden="true"
        >
          <path d="m8 10 4-4 4 4M8 14l4 4 4-4" />
        </svg>
      </span>
    </FieldBox>
  );
}

/** A box to tick, with its label at its right. */
export function Checkbox({
  label,
  description,
  error,
  className = '',
  ...input
}: Labelled & Omit<ComponentProps<'input'>, 'size' | 'className' | 'type'>) {
  const { ids, control } = useFieldIds({ description, error, id: input.id });
  return (
    <div className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 ${className}`}>
      <input
        {...control}
        {...input}
        id={ids.label}
        type="checkbox"
        className="mt-0.5 size-5 cursor-pointer accent-accent"
      />
      <label htmlFor={ids.label} className="cursor-pointer text-md leading-relaxed wrap-anywhere">
        {label}
      </label>
      {description && (
        <p id={ids.description} className="col-start-2 text-xs leading-normal text-dim">
          {description}
        </p>
      )}
      {error && (
        <p id={ids.error} className="col-start-2 text-xs leading-normal text-stop-ink">
          {error}
        </p>
      )}
    </div>
  );
}
