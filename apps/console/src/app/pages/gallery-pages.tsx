import { useLocation, useParams } from '@tanstack/react-router';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { pageTexts } from '../../lib/texts/area-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const GalleryTexts = pageTexts('gallery', 'sign-up');

const Gallery = lazyComponent(async () => (await import('../../areas/help/gallery/gallery.tsx')).Gallery);
const IconGallery = lazyComponent(
  async () => (await import('../../areas/help/gallery/icon-gallery.tsx')).IconGallery,
);

export function GalleryPage() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  return (
    <GalleryTexts waiting={<LoadingPage />}>
      <Gallery path={path} waiting={<LoadingPage />} />
    </GalleryTexts>
  );
}

export function IconsPage() {
  const { name } = useParams({ strict: false });
  return (
    <GalleryTexts waiting={<LoadingPage />}>
      <IconGallery name={name} waiting={<LoadingPage />} />
    </GalleryTexts>
  );
}
