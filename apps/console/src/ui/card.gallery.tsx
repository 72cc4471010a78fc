import { Card } from './card.tsx';
import type { Gallery } from './gallery.tsx';

export const layout: Gallery = (t) => ({
  Card: { 'aria-label': <Card aria-label={t('pump.title')}>{t('pump.meaning.running')}</Card> },
});
