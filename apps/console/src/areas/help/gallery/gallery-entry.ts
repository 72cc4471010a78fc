import type { ReactNode } from 'react';
import type { useTranslations } from 'use-intl';

export type Texts = ReturnType<typeof useTranslations<never>>;

interface GalleryState {
  /** The props that make the state, as code. */
  code: string;
  render: (t: Texts) => ReactNode;
}

/** One component with all its states. */
export interface GalleryEntry {
  name: string;
  /** The file to import from: below `src/`, or a package. */
  path: string;
  states: readonly GalleryState[];
}

/** A device of the samples; the name is data, not a text. */
export const SAMPLE_DEVICE = { id: 'MNB-DE0001', name: 'Studňa – záhrada' };
