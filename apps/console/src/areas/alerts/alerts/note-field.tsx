import { Input } from '@mantine/core';
import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './note-field.module.css';

interface Props extends Pick<ComponentProps<'textarea'>, 'name' | 'value' | 'onChange'> {
  label: string;
  description: string;
  error?: ReactNode;
}

/** A note of several lines. */
export function NoteField({ label, description, error, ...field }: Props) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <textarea
        {...field}
        id={id}
        className={classes.note}
        rows={4}
        aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
        aria-invalid={error ? true : undefined}
        data-autofocus
      />
    </Input.Wrapper>
  );
}
