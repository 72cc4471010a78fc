import type { HelpChapter, HelpTexts } from '@manoboard/i18n/help/help';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NARROW, useMedia } from '../../../lib/page/use-media.ts';
import layout from './help-centre.module.css';
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
      className={layout.fold}
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
    <nav className={layout.contents} aria-label={t('contents')}>
      <ul>
        {chapters.map((chapter) => {
          const members = sections.filter((section) => section.chapter === chapter);
          const isOpen = chapter === shown?.chapter;
          return (
            <li key={chapter}>
              <SectionLink
                id={members[0]?.id ?? ''}
                className={isOpen ? layout.open : undefined}
                onClick={onChoose}
              >
                {help.chapters[chapter]}
              </SectionLink>
              {isOpen && members.length > 1 && (
                <ul className={layout.sections}>
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
