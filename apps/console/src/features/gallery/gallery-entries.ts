import { colourEntries } from './entries/colour-entries.tsx';
import { deviceEntries } from './entries/device-entries.tsx';
import { formEntries } from './entries/form-entries.tsx';
import { layoutEntries } from './entries/layout-entries.tsx';
import { listEntries } from './entries/list-entries.tsx';
import { notFoundEntries } from './entries/not-found-entries.tsx';
import { noticeEntries } from './entries/notice-entries.tsx';
import { overlayEntries } from './entries/overlay-entries.tsx';
import { textEntries } from './entries/text-entries.tsx';
import { valueEntries } from './entries/value-entries.tsx';
import type { GalleryEntry } from './gallery-entry.ts';
import type { GallerySubject } from './gallery-frame.tsx';

/** R2.7: the components of each subject. */
export const galleryEntries = {
  forms: formEntries,
  texts: textEntries,
  lists: listEntries,
  values: valueEntries,
  layout: layoutEntries,
  notices: noticeEntries,
  overlays: overlayEntries,
  device: deviceEntries,
  colours: colourEntries,
  notFound: notFoundEntries,
} as const satisfies Partial<Record<GallerySubject, readonly GalleryEntry[]>>;
