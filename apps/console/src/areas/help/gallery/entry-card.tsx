import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const importLine = ({ name, path }: GalleryEntry) => `import { ${name} } from '${path}';`;

/** A component with the name to import and its states. */
export function EntryCard({ entry }: { entry: GalleryEntry }) {
  const t = useTranslations();
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className="flex items-baseline flex-wrap justify-between gap-y-1.25 gap-x-4 mb-4">
        <h2 className="font-bold text-lg" id={id}>
          {entry.name}
        </h2>
        <code className="wrap-anywhere text-dim text-sm font-mono">
          {entry.path.endsWith('.css') ? entry.path : importLine(entry)}
        </code>
      </div>
      <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))]">
        {entry.states.map(({ code, render }) => (
          <figure
            key={code}
            className="grid gap-1.75 min-w-0 grid-rows-[1fr_auto] [&_figcaption_code]:wrap-anywhere [&_figcaption_code]:text-dim [&_figcaption_code]:text-sm [&_figcaption_code]:font-mono"
          >
            <div className="grid gap-1.75 min-w-0 relative rounded-md p-4 grid-cols-1 justify-items-start content-center min-h-18 border border-dashed border-line-strong *:max-w-full empty:before:content-['∅'] empty:before:text-dim">
              {render(t)}
            </div>
            <figcaption>
              <code>{code || '–'}</code>
            </figcaption>
          </figure>
        ))}
      </div>
    </Card>
  );
}
