import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  /** Secondary text beside the title. */
  hint?: string | undefined;
  /** At the end of the line. */
  action?: ReactNode;
}

/** The heading of a group of cards. */
export const SectionHead = ({ id, title, hint, action }: Props) => (
  <div className="flex items-baseline flex-wrap gap-y-0.5 gap-x-3 mb-3">
    <h2 className="text-lg font-semibold tracking-tight" id={id}>
      {title}
    </h2>
    {hint !== undefined && <span className="text-dim text-sm">{hint}</span>}
    {action && <span className="ml-auto">{action}</span>}
  </div>
);
