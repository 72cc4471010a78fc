import { Link } from '@tanstack/react-router';
import type { GalleryEntry } from '../gallery-entry.ts';

/** R2.4: whole pages, so each state is a link. */
export const notFoundEntries: readonly GalleryEntry[] = [
  {
    name: 'NotFoundPage',
    path: 'app/pages/not-found-page.tsx',
    states: ['advanced', 'simple', 'custom', 'large-text'].map((variant) => ({
      code: `/404/${variant}`,
      render: (t) => (
        <Link to="/404/$variant" params={{ variant }}>
          {t('notFound.title')}
        </Link>
      ),
    })),
  },
];
