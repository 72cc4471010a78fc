import { TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './password-field.module.css';

type Props = Omit<TextInputProps, 'type' | 'rightSection'> & { showLabel: string; hideLabel: string };

/** A password field with a button that shows the password. */
export function PasswordField({ showLabel, hideLabel, ...input }: Props) {
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? IconEyeOff : IconEye;
  return (
    <TextInput
      {...input}
      type={isVisible ? 'text' : 'password'}
      rightSectionWidth="2.75rem"
      rightSection={
        <button
          type="button"
          className={classes.eye}
          aria-label={isVisible ? hideLabel : showLabel}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon size={18} stroke={1.7} />
        </button>
      }
    />
  );
}
