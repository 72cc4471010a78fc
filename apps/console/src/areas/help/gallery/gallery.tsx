import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { cardClass } from '../../../ui/card.tsx';
import type { GallerySubject, Gallery as Part } from '../../../ui/gallery.tsx';
import { type Entry, EntryCard } from './entry-card.tsx';
import { GalleryFrame, galleryPaths } from './gallery-frame.tsx';

type Subject = GallerySubject | 'notFound';
const { contents: _, icons: __, ...subjectPaths } = galleryPaths;
const SUBJECTS = Object.keys(subjectPaths) as Subject[];

const parts = import.meta.glob<Partial<Record<Subject, Part>>>(
  ['../../../ui/**/*.gallery.tsx', '../../../device/*.gallery.tsx'],
  { eager: true },
);

/** R2.4: whole pages, so each state is a link. */
const pageLink = (title: string) => (variant: string) => [
  `/404/${variant}`,
  <Link key={variant} to="/404/$variant" params={{ variant }}>
    {title}
  </Link>,
];

/** The components of a subject. */
function useEntries(): (wanted: Subject) => Entry[] {
  const t = useTranslations();
  return (wanted) => {
    if (wanted === 'notFound') {
      const variants = ['advanced', 'simple', 'custom', 'large-text'];
      const states = Object.fromEntries(variants.map(pageLink(t('notFound.title'))));
      return [{ name: 'NotFoundPage', path: 'app/pages/not-found-page.tsx', states }];
    }
    return Object.entries(parts).flatMap(([file, { [wanted]: states }]) => {
      const path = file.replace('../../../', '').replace('.gallery', '');
      return Object.entries(states?.(t) ?? {}).map(([name, shown]) => ({ name, path, states: shown }));
    });
  };
}

/** The subjects of the gallery with the names of their components. */
function Contents() {
  const t = useTranslations('gallery');
  const entriesOf = useEntries();
  return (
    <GalleryFrame subject="contents" text={t('lead')}>
      <ul className="grid gap-gutter cols-fill-64">
        {SUBJECTS.map((subject) => (
          <li key={subject} className={cardClass}>
            <Link className="text-link font-semibold" to={galleryPaths[subject]}>
              {t(`subject.${subject}`)}
            </Link>
            <p className="wrap-anywhere text-dim text-md mt-2">
              {entriesOf(subject)
                .map(({ name }) => name)
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </GalleryFrame>
  );
}

/** R2.7: the components of the console in all their states, in the theme and language of the page. */
export function Gallery({ path }: { path: string }) {
  const t = useTranslations('gallery');
  const entriesOf = useEntries();
  const subject = SUBJECTS.find((candidate) => galleryPaths[candidate] === path);
  if (!subject) return <Contents />;
  const entries = entriesOf(subject);
  return (
    <GalleryFrame subject={subject} text={t('count', { count: entries.length })}>
      <div key={subject} className="grid gap-gutter grid-cols-1">
        {entries.map((entry) => (
          <EntryCard key={entry.name} {...entry} />
        ))}
      </div>
    </GalleryFrame>
  );
}
