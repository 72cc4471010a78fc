import type { Gallery } from './gallery.tsx';
import { SectionHead } from './section-head.tsx';

export const texts: Gallery = (t) => ({
  SectionHead: {
    title: <SectionHead id="gallery-values" title={t('overview.values')} />,
    hint: <SectionHead id="gallery-stats" title={t('stats.title')} hint={t('stats.running')} />,
  },
});
