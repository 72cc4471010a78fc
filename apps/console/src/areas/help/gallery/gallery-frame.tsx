import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageHead } from '../../../ui/heading.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { setColourScheme, useColourScheme } from '../../../ui/theme/colour-scheme.ts';

/** The theme of the whole console: a nested theme would not match what users see. */
function ThemeSwitch() {
  const t = useTranslations('top');
  const colourScheme = useColourScheme();
  const options = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(value) }));
  return (
    <Segmented
      label={t('scheme')}
      value={colourScheme}
      options={options}
      isDisabled={false}
      onChange={setColourScheme}
    />
  );
}

/** R2.1: the kit routes, by the subject that each of them shows. */
export const galleryPaths = {
  contents: '/admin/ui',
  forms: '/admin/forms/form-elements',
  texts: '/admin/forms/medium-editor',
  lists: '/admin/tables/data',
  values: '/admin/tables/markup',
  layout: '/admin/maps',
  notices: '/admin/ui/notices',
  overlays: '/admin/ui/overlays',
  device: '/admin/ui/device',
  colours: '/admin/ui/colours',
  icons: '/admin/ui/icons',
  notFound: '/admin/pages/404-pages',
} as const;
type Subject = keyof typeof galleryPaths;
const SUBJECTS = Object.keys(galleryPaths) as Subject[];

interface Props {
  subject: Subject;
  text: ReactNode;
  children: ReactNode;
}

/** Title, theme switch and links of every page of the gallery. */
export function GalleryFrame({ subject, text, children }: Props) {
  const t = useTranslations('gallery');
  return (
    <>
      <PageHead title={t(`subject.${subject}`)} text={text}>
        <ThemeSwitch />
      </PageHead>
      <nav className="flex flex-wrap gap-y-1 gap-x-2 mb-5" aria-label={t('title')}>
        {SUBJECTS.map((id) => (
          <Link
            className="inline-flex items-center min-h-8 px-3 rounded-4xl text-dim text-md pointer-coarse:min-h-11 hover:text-ink aria-[current=page]:bg-card aria-[current=page]:inset-ring aria-[current=page]:inset-ring-line-strong aria-[current=page]:text-ink aria-[current=page]:font-semibold"
            key={id}
            to={galleryPaths[id]}
            activeOptions={{ exact: id === 'contents' }}
          >
            {t(`subject.${id}`)}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
