import { eachOf, type Gallery, sampleIcon } from './gallery.tsx';
import { IconButton } from './icon-button.tsx';

export const forms: Gallery = (t) => ({
  IconButton: {
    ...eachOf('look', ['round', 'bar', 'square', 'framed'], (look) => (
      <IconButton look={look} label={t('common.close')}>
        {sampleIcon}
      </IconButton>
    )),
    'aria-disabled': (
      <IconButton label={t('common.close')} aria-disabled>
        {sampleIcon}
      </IconButton>
    ),
  },
});
