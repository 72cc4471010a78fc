import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../lib/page/paths.ts';
import { Brand } from './brand.tsx';
import { LanguageChoice } from './language-choice.tsx';

/** Layout of public text pages. */
export function ReadingLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid w-full gap-5 px-4 py-6.5 grid-cols-1 content-start max-w-192 min-h-dvh mx-auto max-sm:px-3 max-sm:pt-4 max-sm:pb-6.5">
      <header className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4">
        <Link to={paths.dashboard} className="inline-flex items-center min-h-11">
          <Brand />
        </Link>
        <LanguageChoice />
      </header>
      <main className="border border-line rounded-lg bg-card shadow-card wrap-anywhere p-6.5 max-sm:p-5">
        {children}
      </main>
    </div>
  );
}
