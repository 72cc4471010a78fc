import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { LoadFailure, lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { useLoader } from '../../../lib/page/loader.ts';
import { whenIdle } from '../../../lib/time/when-idle.ts';
import { cardClass } from '../../../ui/card.tsx';
import { EntryCard } from './entry-card.tsx';
import { galleryEntries } from './gallery-entries.ts';
import { GalleryFrame, galleryPaths } from './gallery-frame.tsx';

type Subject = keyof typeof galleryEntries;
const SUBJECTS = Object.keys(galleryEntries) as Subject[];

function Names({ subject }: { subject: Subject }) {
  const { value: entries, hasFailed, retry } = useLoader(galleryEntries[subject]);
  if (hasFailed) return <LoadFailure onRetry={retry} />;
  return <p>{entries?.map(({ name }) => name).join(', ')}</p>;
}

/** Lazy, when idle: the names are in the entries, which load every component. */
const ComponentNames = lazyComponent(async () => {
  await whenIdle();
  return Names;
});

/** The subjects of the gallery with the names of their components. */
function Contents() {
  const t = useTranslations('gallery');
  return (
    <GalleryFrame subject="contents" text={t('lead')}>
      <ul className="grid gap-gutter grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] [&_a]:text-link [&_a]:font-semibold [&_p]:wrap-anywhere [&_p]:text-dim [&_p]:text-md [&_p]:mt-2">
        {SUBJECTS.map((subject) => (
          <li key={subject} className={cardClass}>
            <Link to={galleryPaths[subject]}>{t(`subject.${subject}`)}</Link>
            <ComponentNames subject={subject} />
          </li>
        ))}
      </ul>
    </GalleryFrame>
  );
}

function SubjectPage({ subject }: { subject: Subject }) {
  const t = useTranslations();
  const { value: entries, hasFailed, retry } = useLoader(galleryEntries[subject]);
  const text = entries ? t('gallery.count', { count: entries.length }) : t('app.loading');
  return (
    <GalleryFrame subject={subject} text={text}>
      {hasFailed && <LoadFailure onRetry={retry} />}
      <div className="grid gap-gutter grid-cols-1">
        {entries?.map((entry) => (
          <EntryCard key={entry.name} entry={entry} />
        ))}
      </div>
    </GalleryFrame>
  );
}

/** R2.7: the components of the console in all their states, in the theme and language of the page. */
export function Gallery({ path }: { path: string }) {
  const subject = SUBJECTS.find((candidate) => galleryPaths[candidate] === path);
  return subject ? <SubjectPage key={subject} subject={subject} /> : <Contents />;
}
