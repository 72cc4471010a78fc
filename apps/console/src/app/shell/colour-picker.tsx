import { ColorPicker } from '@mantine/core';
import '@mantine/core/styles/ColorPicker.layer.css';
import { useTranslations } from 'use-intl';

interface Props {
  value: string;
  onChange: (colour: string) => void;
  /** On pointer release. */
  onChangeEnd: (colour: string) => void;
}

/** A file of its own because it is loaded lazily. */
export function ColourPicker({ value, onChange, onChangeEnd }: Props) {
  const t = useTranslations('top');
  return (
    <ColorPicker
      fullWidth
      format="hex"
      value={value}
      onChange={onChange}
      onChangeEnd={onChangeEnd}
      saturationLabel={t('saturation')}
      hueLabel={t('hue')}
    />
  );
}
