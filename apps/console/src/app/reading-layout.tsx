import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../lib/page/paths.ts';
import { Brand } from './brand.tsx';
import { LanguageChoice } from './language-choice.tsx';
import classes from './reading-layout.module.css';

/** Layout of public text pages. */
export function ReadingLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className="row wrap between gap-3-6">
        <Link to={paths.dashboard} className="inline-row plain-link tall-touch inherit-ink">
          <Brand />
        </Link>
        <LanguageChoice />
      </header>
      <main className={classes.card}>{children}</main>
    </div>
  );
}
