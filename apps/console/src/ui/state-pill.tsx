import type { ReactNode } from 'react';
import classes from './state-pill.module.css';
import tones from './tone.module.css';
import type { Tone } from './tone.ts';

export function StatePill({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  return (
    <span className={`${classes.pill} ${tones.tone}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
