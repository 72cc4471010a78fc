import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField, type TextFieldProps } from './field.tsx';

type Props = Omit<TextFieldProps, 'type' | 'end'> & { showLabel: string; hideLabel: string };

/** A password field with a button that shows the password. */
export function PasswordField({ showLabel, hideLabel, ...input }: Props) {
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? IconEyeOff : IconEye;
  return (
    <TextField
      {...input}
      type={isVisible ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="grid place-items-center size-9 rounded-md text-dim cursor-pointer hover:text-ink"
          aria-label={isVisible ? hideLabel : showLabel}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon size={18} stroke={1.7} />
        </button>
      }
    />
  );
}
