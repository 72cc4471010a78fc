import { useLocation, useParams } from '@tanstack/react-router';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { textFiles } from '../../lib/texts/area-texts.tsx';
import { LazyTexts } from '../../lib/texts/lazy-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const texts = textFiles(
  () => import('@manoboard/i18n/sk/gallery.json'),
  () => import('@manoboard/i18n/gb/gallery.json'),
);

const Gallery = lazyComponent(async () => (await import('../../areas/help/gallery/gallery.tsx')).Gallery);
const IconGallery = lazyComponent(
  async () => (await import('../../areas/help/gallery/icon-gallery.tsx')).IconGallery,
);

export function GalleryPage() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  return (
    <LazyTexts files={texts} waiting={<LoadingPage />}>
      <Gallery path={path} waiting={<LoadingPage />} />
    </LazyTexts>
  );
}

export function IconsPage() {
  const { name } = useParams({ strict: false });
  return (
    <LazyTexts files={texts} waiting={<LoadingPage />}>
      <IconGallery name={name} waiting={<LoadingPage />} />
    </LazyTexts>
  );
}
