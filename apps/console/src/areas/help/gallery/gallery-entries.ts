import { createLoader, type Loader } from '../../../lib/page/loader.ts';
import type { GalleryEntry } from './gallery-entry.ts';
import type { GallerySubject } from './gallery-frame.tsx';

type Entries = Loader<readonly GalleryEntry[]>;

/** R2.7: the components of each subject. One chunk a subject, so that a page loads only its own components. */
export const galleryEntries = {
  forms: createLoader(async () => (await import('./entries/form-entries.tsx')).formEntries),
  texts: createLoader(async () => (await import('./entries/text-entries.tsx')).textEntries),
  lists: createLoader(async () => (await import('./entries/list-entries.tsx')).listEntries),
  values: createLoader(async () => (await import('./entries/value-entries.tsx')).valueEntries),
  layout: createLoader(async () => (await import('./entries/layout-entries.tsx')).layoutEntries),
  notices: createLoader(async () => (await import('./entries/notice-entries.tsx')).noticeEntries),
  overlays: createLoader(async () => (await import('./entries/overlay-entries.tsx')).overlayEntries),
  device: createLoader(async () => (await import('./entries/device-entries.tsx')).deviceEntries),
  colours: createLoader(async () => (await import('./entries/colour-entries.tsx')).colourEntries),
  notFound: createLoader(async () => (await import('./entries/not-found-entries.tsx')).notFoundEntries),
} as const satisfies Partial<Record<GallerySubject, Entries>>;
