import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { cardClass } from '../../ui/card.tsx';
import { EntryCard } from './entry-card.tsx';
import classes from './gallery.module.css';
import { galleryEntries } from './gallery-entries.ts';
import { GalleryFrame, galleryPaths } from './gallery-frame.tsx';

type Subject = keyof typeof galleryEntries;
const SUBJECTS = Object.keys(galleryEntries) as Subject[];

/** The subjects of the gallery with the names of their components. */
function Contents() {
  const t = useTranslations('gallery');
  return (
    <GalleryFrame subject="contents" text={t('lead')}>
      <ul className={classes.contents}>
        {SUBJECTS.map((subject) => (
          <li key={subject} className={cardClass}>
            <Link to={galleryPaths[subject]}>{t(`subject.${subject}`)}</Link>
            <p>{galleryEntries[subject].map(({ name }) => name).join(', ')}</p>
          </li>
        ))}
      </ul>
    </GalleryFrame>
  );
}

/** R2.7: the components of the console in all their states, in the theme and language of the page. */
export function Gallery({ path }: { path: string }) {
  const t = useTranslations('gallery');
  const subject = SUBJECTS.find((candidate) => galleryPaths[candidate] === path);
  if (!subject) return <Contents />;
  const entries = galleryEntries[subject];
  return (
    <GalleryFrame subject={subject} text={t('count', { count: entries.length })}>
      <div className={classes.entries}>
        {entries.map((entry) => (
          <EntryCard key={entry.name} entry={entry} />
        ))}
      </div>
    </GalleryFrame>
  );
}
