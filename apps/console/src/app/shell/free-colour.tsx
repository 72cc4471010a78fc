import { ColorPicker } from '@mantine/core';
import '@mantine/core/styles/ColorPicker.layer.css';
import { useTranslations } from 'use-intl';

export function FreeColour({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const t = useTranslations('top');
  return (
    <ColorPicker
      fullWidth
      format="hex"
      value={value}
      onChange={onChange}
      saturationLabel={t('saturation')}
      hueLabel={t('hue')}
    />
  );
}
