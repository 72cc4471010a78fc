import { Button } from './button.tsx';
import { eachOf, type Gallery } from './gallery.tsx';
import { Hint } from './hint.tsx';

export const overlays: Gallery = (t) => ({
  Hint: eachOf('side', ['right', 'below'], (side) => (
    <Hint text={t('nav.overview')} side={side}>
      <Button variant="default">{t('nav.overview')}</Button>
    </Hint>
  )),
});
