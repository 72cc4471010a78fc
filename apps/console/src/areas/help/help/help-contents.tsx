import type { HelpChapter, HelpTexts } from '@manoboard/i18n/help/help';
import { IconChevronDown } from '@tabler/icons-react';
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
      className="rounded-lg bg-card border border-line print:hidden group"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex items-center justify-between gap-2 min-h-11 px-4 font-semibold cursor-pointer">
        {t('contents')}
        <IconChevronDown className="text-dim group-open:rotate-180" size={18} stroke={1.8} aria-hidden />
      </summary>
      <ContentsList {...props} onChoose={choose} />
    </details>
  );
}

const linkClass = (isShown: boolean) =>
  `flex min-h-9 items-center rounded-md px-3 py-1 text-md max-md:min-h-11 ${isShown ? 'bg-accent-soft font-semibold text-accent-ink' : 'font-medium text-dim hover:bg-line'}`;

function ContentsList({ help, sections, shown, onChoose }: ContentsProps) {
  const t = useTranslations('help');
  const chapters = Object.keys(help.chapters) as HelpChapter[];
  return (
    <nav
      className="sticky overflow-y-auto top-[calc(var(--spacing-header)_+_1rem)] max-h-[calc(100dvh_-_var(--spacing-header)_-_2rem)] print:hidden max-md:static max-md:max-h-none max-md:px-2 max-md:pt-0 max-md:pb-2"
      aria-label={t('contents')}
    >
      <ul>
        {chapters.map((chapter) => {
          const members = sections.filter((section) => section.chapter === chapter);
          const isOpen = chapter === shown?.chapter;
          return (
            <li key={chapter}>
              <SectionLink id={members[0]?.id ?? ''} className={linkClass(false)} onClick={onChoose}>
                {help.chapters[chapter]}
              </SectionLink>
              {isOpen && members.length > 1 && (
                <ul className="ml-3">
                  {members.map(({ id, title }) => (
                    <li key={id}>
                      <SectionLink id={id} className={linkClass(id === shown.id)} onClick={onChoose}>
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
