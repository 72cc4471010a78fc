import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Banner } from '../../../ui/notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';

interface CardProps {
  id: string;
  title: string;
  /** Label and value. */
  facts: readonly (readonly [string, ReactNode])[];
  /** What needs the operator, one sentence each. */
  warnings: readonly string[];
  /** Shown without warnings. */
  fine: string;
  children?: ReactNode;
}

/** Facts about one part of the installation, with the outcome of its check. */
export function CheckCard({ id, title, facts, warnings, fine, children }: CardProps) {
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <dl className="grid gap-2.5 text-md mb-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-dim">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map((warning) => (
        <Banner
          key={warning}
          className="mt-2 wrap-anywhere"
          icon={<IconAlertTriangle size={20} stroke={1.8} aria-hidden />}
        >
          {warning}
        </Banner>
      ))}
      {warnings.length === 0 && (
        <p className="[&>span]:whitespace-normal">
          <StatePill tone="run" icon={<IconCircleCheck aria-hidden />}>
            {fine}
          </StatePill>
        </p>
      )}
      {children}
    </Card>
  );
}
