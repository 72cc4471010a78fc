import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../lib/texts/locale-store.ts';
import { admin } from './admin-route.ts';

const GalleryPage = lazyRouteComponent(() => import('../pages/gallery-pages.tsx'), 'GalleryPage');
const IconsPage = lazyRouteComponent(() => import('../pages/gallery-pages.tsx'), 'IconsPage');

const kit = <const Path extends string>(path: Path, component = GalleryPage) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    staticData: { title: 'nav.gallery' },
    loader: () => loadTexts('help', 'people'),
    component,
  });

/** R2.1, R2.7: the component gallery. R2.1 names no role for it, and it holds sample data only. */
export const kitRoutes = [
  kit('forms/form-elements'),
  kit('forms/medium-editor'),
  kit('maps'),
  kit('maps/demos'),
  kit('tables/markup'),
  kit('tables/data'),
  kit('pages/404-pages'),
  kit('ui'),
  kit('ui/notices'),
  kit('ui/overlays'),
  kit('ui/device'),
  kit('ui/colours'),
  kit('ui/icons', IconsPage),
  kit('ui/icons/$name', IconsPage),
] as const;
