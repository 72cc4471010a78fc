import type { Gallery } from './gallery.tsx';
import { TextButton } from './text-button.tsx';

export const forms: Gallery = (t) => ({
  TextButton: {
    children: <TextButton>{t('pressure.set')}</TextButton>,
    disabled: <TextButton disabled>{t('pressure.set')}</TextButton>,
  },
});
