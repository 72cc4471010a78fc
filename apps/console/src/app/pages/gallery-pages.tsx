import { useLocation, useParams } from '@tanstack/react-router';
import { Gallery } from '../../areas/help/gallery/gallery.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { LoadingPage } from './loading-page.tsx';

const IconGallery = lazyComponent(
  async () => (await import('../../areas/help/gallery/icon-gallery.tsx')).IconGallery,
);

export function GalleryPage() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  return <Gallery path={path} />;
}

export function IconsPage() {
  const { name } = useParams({ strict: false });
  return <IconGallery name={name} waiting={<LoadingPage />} />;
}
