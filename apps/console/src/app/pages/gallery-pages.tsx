import { useLocation, useParams } from '@tanstack/react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const Gallery = lazyComponent(async () => (await import('../../features/gallery/gallery.tsx')).Gallery);
const IconGallery = lazyComponent(
  async () => (await import('../../features/gallery/icon-gallery.tsx')).IconGallery,
);

export function GalleryPage() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  return (
    <ToolTexts waiting={<LoadingPage />}>
      <Gallery path={path} waiting={<LoadingPage />} />
    </ToolTexts>
  );
}

export function IconsPage() {
  const { name } = useParams({ strict: false });
  return (
    <ToolTexts waiting={<LoadingPage />}>
      <IconGallery name={name} waiting={<LoadingPage />} />
    </ToolTexts>
  );
}
