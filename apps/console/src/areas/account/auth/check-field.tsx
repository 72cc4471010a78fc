import { type ComponentProps, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; error?: string | undefined };

export function CheckField({ label, error, ...input }: Props) {
  const errorId = useId();
  return (
    <div>
      <label className="flex gap-2.5 text-md cursor-pointer items-start leading-normal [&_input]:flex-none [&_input]:size-4.5 [&_input]:accent-accent [&_input]:cursor-inherit">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
        {label}
      </label>
      {error !== undefined && (
        <p id={errorId} className="text-stop-ink text-sm mt-1.5">
          {error}
        </p>
      )}
    </div>
  );
}
