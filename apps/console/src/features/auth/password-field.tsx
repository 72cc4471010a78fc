import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<PasswordInputProps, 'visible' | 'onVisibilityChange'> & {
  showLabel: string;
  hideLabel: string;
};

/** A password that can be looked at, by mouse and by keyboard. */
export function PasswordField({ showLabel, hideLabel, ...input }: Props) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <PasswordInput
      {...input}
      visible={isVisible}
      onVisibilityChange={setIsVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': isVisible ? hideLabel : showLabel }}
    />
  );
}
