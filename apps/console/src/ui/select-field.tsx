import type { ReactNode } from 'react';

interface Props<Value extends string> {
  label: string;
  icon?: ReactNode;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A choice among a few values in a row of filters; the label is for screen readers only. */
export function SelectField<Value extends string>({ label, icon, value, options, ...props }: Props<Value>) {
  return (
    <div
      className={`flex items-center gap-2 min-h-9 px-2.5 border border-line-strong bg-card text-dim rounded-field pointer-coarse:min-h-11 [&>svg]:flex-none focus-within:border-accent ${props.className ?? ''}`}
    >
      {icon}
      <select
        className="text-md text-ink min-w-0 flex-1 min-h-[inherit] outline-none pointer-coarse:text-lg"
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen) props.onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} className="bg-card" value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
