import type { HelpChapter, HelpTexts } from '@manoboard/i18n/help/help';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NARROW, useMedia } from '../../../lib/page/use-media.ts';
import type { HelpSection } from './help-sections.ts';
import { SectionLink } from './section-link.tsx';

interface ContentsProps {
  help: HelpTexts;
  sections: readonly HelpSection[];
  shown: HelpSection | undefined;
  onChoose: () => void;
}

/** Beside the article; on a narrow screen folded before it. */
export function Contents({ onChoose, ...props }: ContentsProps) {
  const t = useTranslations('help');
  const isNarrow = useMedia(NARROW);
  const [isOpen, setIsOpen] = useState(false);
  if (!isNarrow) return <ContentsList {...props} onChoose={onChoose} />;
  function choose() {
    setIsOpen(false);
    onChoose();
  }
  return (
    <details
      className="rounded-lg bg-card border border-line print:hidden [&_summary]:flex [&_summary]:items-center [&_summary]:gap-2 [&_summary]:justify-between [&_summary]:min-h-11 [&_summary]:px-4 [&_summary]:font-semibold [&_summary]:cursor-pointer [&_summary::-webkit-details-marker]:hidden [&_summary::after]:content-[''] [&_summary::after]:size-2 [&_summary::after]:border-dim [&_summary::after]:border-r-2 [&_summary::after]:border-b-2 [&_summary::after]:transform-[translateY(-0.15rem)_rotate(45deg)] open:[&_summary::after]:transform-[translateY(0.15rem)_rotate(225deg)]"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{t('contents')}</summary>
      <ContentsList {...props} onChoose={choose} />
    </details>
  );
}

function ContentsList({ help, sections, shown, onChoose }: ContentsProps) {
  const t = useTranslations('help');
  const chapters = Object.keys(help.chapters) as HelpChapter[];
  return (
    <nav
      className="[&_a]:no-underline sticky overflow-y-auto top-[calc(var(--spacing-header)_+_1rem)] max-h-[calc(100dvh_-_var(--spacing-header)_-_2rem)] print:hidden max-md:static max-md:max-h-none max-md:px-2 max-md:pt-0 max-md:pb-2 [&_a]:flex [&_a]:items-center [&_a]:min-h-9 [&_a]:px-3 [&_a]:py-1 [&_a]:rounded-md [&_a]:text-dim [&_a]:text-md [&_a]:font-medium max-md:[&_a]:min-h-11 [&_a:hover]:bg-line [&_a[data-shown]]:bg-accent-soft [&_a[data-shown]]:text-accent-ink [&_a[data-shown]]:font-semibold"
      aria-label={t('contents')}
    >
      <ul>
        {chapters.map((chapter) => {
          const members = sections.filter((section) => section.chapter === chapter);
          const isOpen = chapter === shown?.chapter;
          return (
            <li key={chapter}>
              <SectionLink id={members[0]?.id ?? ''} className={isOpen ? '' : undefined} onClick={onChoose}>
                {help.chapters[chapter]}
              </SectionLink>
              {isOpen && members.length > 1 && (
                <ul className="ml-3">
                  {members.map(({ id, title }) => (
                    <li key={id}>
                      <SectionLink id={id} isShown={id === shown.id} onClick={onChoose}>
                        {title}
                      </SectionLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
