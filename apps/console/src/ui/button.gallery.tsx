import { Button } from './button.tsx';
import { eachOf, type Gallery, sampleIcon } from './gallery.tsx';

export const forms: Gallery = (t) => ({
  Button: {
    ...eachOf('variant', ['filled', 'default', 'light', 'subtle', 'danger'], (variant) => (
      <Button variant={variant}>{t('pressure.set')}</Button>
    )),
    ...eachOf('size', ['compact-sm', 'xs', 'sm', 'md', 'tool', 'touch'], (size) => (
      <Button size={size}>{t('pressure.set')}</Button>
    )),
    icon: <Button icon={sampleIcon}>{t('pressure.set')}</Button>,
    disabled: <Button disabled>{t('pressure.set')}</Button>,
    loading: <Button loading>{t('control.sending')}</Button>,
    fullWidth: <Button fullWidth>{t('pressure.set')}</Button>,
  },
});
