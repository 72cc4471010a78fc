import { useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageHead } from '../../../ui/heading.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import classes from './gallery.module.css';

/** The theme of the whole console: a nested theme would not match what users see. */
function ThemeSwitch() {
  const t = useTranslations('top');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const options = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(value) }));
  return (
    <Segmented
      label={t('scheme')}
      value={colorScheme}
      options={options}
      isDisabled={false}
      onChange={setColorScheme}
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
export type GallerySubject = keyof typeof galleryPaths;
const SUBJECTS = Object.keys(galleryPaths) as GallerySubject[];

interface Props {
  subject: GallerySubject;
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
      <nav className={classes.nav} aria-label={t('title')}>
        {SUBJECTS.map((id) => (
          <Link key={id} to={galleryPaths[id]} activeOptions={{ exact: id === 'contents' }}>
            {t(`subject.${id}`)}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
