import type { Gallery } from './gallery.tsx';
import { ProgressBar } from './progress-bar.tsx';

export const values: Gallery = (t) => ({
  ProgressBar: {
    'percent={0}': <ProgressBar label={t('deviceTools.update')} percent={0} />,
    'percent={40}': <ProgressBar label={t('deviceTools.update')} percent={40} />,
  },
});
