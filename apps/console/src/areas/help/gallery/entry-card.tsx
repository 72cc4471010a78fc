import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import classes from './gallery.module.css';
import type { GalleryEntry } from './gallery-entry.ts';

const importLine = ({ name, path }: GalleryEntry) => `import { ${name} } from '${path}';`;

/** A component with the name to import and its states. */
export function EntryCard({ entry }: { entry: GalleryEntry }) {
  const t = useTranslations();
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className="flush text-lg" id={id}>
          {entry.name}
        </h2>
        <code>{entry.path.endsWith('.css') ? entry.path : importLine(entry)}</code>
      </div>
      <div className={classes.states}>
        {entry.states.map(({ code, render }) => (
          <figure key={code} className={classes.state}>
            <div className={classes.sample}>{render(t)}</div>
            <figcaption>
              <code>{code || '–'}</code>
            </figcaption>
          </figure>
        ))}
      </div>
    </Card>
  );
}
