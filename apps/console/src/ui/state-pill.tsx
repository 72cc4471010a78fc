import type { ReactNode } from 'react';
import type { Tone } from './tone.ts';

export function StatePill({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  return (
    <span
      className="py-1 pr-3 pl-2.5 inline-flex items-center gap-2 rounded-4xl bg-tone-soft text-tone-ink text-sm font-semibold max-w-full min-[22.5em]:whitespace-nowrap [&_svg]:size-4 data-[tone=off]:inset-ring data-[tone=off]:inset-ring-line"
      data-tone={tone}
    >
      {icon}
      {children}
    </span>
  );
}
