import { type ReactNode, useId } from 'react';
import { Card } from '../../../ui/card.tsx';

export interface Entry {
  name: string;
  /** The file to import from: below `src/`, or a package. */
  path: string;
  /** By their props as code. */
  states: Record<string, ReactNode>;
}

const importLine = (name: string, path: string) => `import { ${name} } from '${path}';`;
const CODE = 'wrap-anywhere text-dim text-sm font-mono';

/** A component with the name to import and its states. */
export function EntryCard({ name, path, states }: Entry) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className="flex items-baseline flex-wrap justify-between gap-y-1 gap-x-4 mb-4">
        <h2 className="font-bold text-lg" id={id}>
          {name}
        </h2>
        <code className={CODE}>{importLine(name, path)}</code>
      </div>
      <div className="grid gap-4 cols-fill-60">
        {Object.entries(states).map(([code, shown]) => (
          <figure key={code} className="grid gap-2 min-w-0 grid-rows-[1fr_auto]">
            <div className="grid gap-2 min-w-0 relative rounded-md p-4 grid-cols-1 justify-items-start content-center min-h-18 border border-dashed border-line-strong *:max-w-full">
              {shown}
            </div>
            <figcaption>
              <code className={CODE}>{code}</code>
            </figcaption>
          </figure>
        ))}
      </div>
    </Card>
  );
}
