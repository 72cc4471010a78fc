import type { HelpTexts } from '@manoboard/i18n/help/help';
import { IconMail, IconPrinter, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useSearchKey } from '../../../lib/keys/use-search-key.ts';
import { config } from '../../../lib/page/config.ts';
import { LoadFailure } from '../../../lib/page/lazy-component.tsx';
import { paths } from '../../../lib/page/paths.ts';
import { Marked } from '../../../lib/texts/marked.tsx';
import { searchWords } from '../../../lib/texts/search-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Loading, Notice } from '../../../ui/notice.tsx';
import classes from './help.module.css';
import { HelpBlocks } from './help-blocks.tsx';
import layout from './help-centre.module.css';
import { Contents } from './help-contents.tsx';
import { findSections, type HelpSection } from './help-sections.ts';
import { SectionLink } from './section-link.tsx';
import { useHelp } from './use-help.ts';

/** Chapters that the search field offers. */
const QUICK = ['states', 'wifi', 'alerts', 'roles', 'glossary'] as const;

interface Props {
  /** The section in the address. */
  hash: string;
  /** The state of the reader's own pump, for the chapter about states. */
  ownPump?: ReactNode;
}

/** R2.1: the help: search, contents and one section. */
export function HelpCentre({ hash, ownPump }: Props) {
  const t = useTranslations();
  const { help, sections, hasFailed, retry } = useHelp();
  const search = useHelpSearch(sections, hash);
  const [isWhole, setIsWhole] = useState(false);
  if (hasFailed) return <LoadFailure onRetry={retry} />;
  if (!help) return <Loading text={t('app.loading')} cards={1} />;

  const { results, words, isSearching, shown } = search;
  const printed = isWhole ? sections : shown ? [shown] : [];
  function printAll() {
    flushSync(() => setIsWhole(true));
    window.print();
    setIsWhole(false);
  }
  return (
    <div className={layout.page}>
      <SearchHead search={search} help={help} />
      <div className={layout.columns}>
        <Contents help={help} sections={sections} shown={shown} onChoose={search.pick} />
        <div className="stack gap-6 shrink">
          {printed.map((section) => (
            <Article key={section.id} section={section} help={help} words={words}>
              {section.chapter === 'states' && !isWhole && ownPump}
            </Article>
          ))}
          {isSearching && results.length === 0 && (
            <Notice title={t('help.nothing')} text={t('help.nothingHint')} />
          )}
        </div>
        <div className={layout.aside}>
          <MoreResults
            help={help}
            results={results.filter((result) => result !== shown)}
            words={words}
            onChoose={search.pick}
          />
          <Card aria-labelledby="help-contact">
            <h2 className="text-lg heavy margin-0-0-4" id="help-contact">
              {t('help.contactTitle')}
            </h2>
            <p>{t('help.contactText')}</p>
            <a className={classes.action} href={`mailto:${config.contact_email}`}>
              <IconMail size={18} stroke={1.7} aria-hidden />
              {t('app.contact')}
            </a>
            <Link className={classes.plain} to={paths.faq}>
              {t('nav.faq')}
            </Link>
            <button type="button" className={classes.plain} onClick={printAll}>
              <IconPrinter size={18} stroke={1.7} aria-hidden />
              {t('help.printAll')}
            </button>
          </Card>
        </div>
      </div>
    </div>
  );
}

/** While a search is typed, the best result is shown; a click or a new address shows that section instead. */
function useHelpSearch(sections: readonly HelpSection[], hash: string) {
  const [wanted, setWanted] = useState('');
  const [isPicked, setIsPicked] = useState(true);
  const [knownHash, setKnownHash] = useState(hash);
  if (hash !== knownHash) {
    setKnownHash(hash);
    setIsPicked(true);
  }
  const results = useMemo(() => findSections(sections, wanted), [sections, wanted]);
  const words = useMemo(() => searchWords(wanted), [wanted]);
  const isSearching = words.length > 0;
  const addressed = sections.find(({ id }) => id === hash) ?? sections[0];
  return {
    wanted,
    results,
    words,
    isSearching,
    shown: isSearching && !isPicked ? results[0] : addressed,
    type(value: string) {
      setWanted(value);
      setIsPicked(false);
    },
    pick: () => setIsPicked(true),
  };
}
type HelpSearch = ReturnType<typeof useHelpSearch>;

function SearchHead({ search, help }: { search: HelpSearch; help: HelpTexts }) {
  const t = useTranslations('help');
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  const found = search.isSearching ? t('results', { count: search.results.length }) : '';
  return (
    <header className={layout.head}>
      <h1>{t('title')}</h1>
      <div className={layout.search}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
        <input
          ref={input}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
          value={search.wanted}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
        <span className="text-sm fixed" role="status">
          {found}
        </span>
        <span className={layout.key} aria-hidden="true">
          /
        </span>
      </div>
      <nav className={layout.quick} aria-label={t('quick')}>
        {QUICK.map((topic) => (
          <SectionLink key={topic} id={topic} onClick={search.pick}>
            {help.topics[topic].title}
          </SectionLink>
        ))}
      </nav>
    </header>
  );
}

interface ArticleProps {
  section: HelpSection;
  help: HelpTexts;
  words: readonly string[];
  children: ReactNode;
}

const Article = ({ section, help, words, children }: ArticleProps) => (
  <article id={section.id} className={classes.article} aria-labelledby={`${section.id}-title`}>
    <p className="text-md medium dim margin-0-0-4">{help.chapters[section.chapter]}</p>
    <h2 className="text-title heavy tight line-tight margin-0-0-6" id={`${section.id}-title`}>
      <Marked text={section.title} words={words} />
    </h2>
    <HelpBlocks blocks={section.blocks} help={help} words={words} />
    {children}
  </article>
);

interface ResultsProps {
  help: HelpTexts;
  results: readonly HelpSection[];
  words: readonly string[];
  onChoose: () => void;
}

const MOST_RESULTS = 8;

function MoreResults({ help, results, words, onChoose }: ResultsProps) {
  const t = useTranslations('help');
  if (results.length === 0) return null;
  return (
    <Card aria-labelledby="help-more">
      <h2 className="text-lg heavy margin-0-0-4" id="help-more">
        {t('more')}
      </h2>
      <ul className={layout.results}>
        {results.slice(0, MOST_RESULTS).map(({ id, title, chapter }) => (
          <li className="stack pad-4-0 edge-bottom" key={id}>
            <SectionLink id={id} onClick={onChoose}>
              <Marked text={title} words={words} />
            </SectionLink>
            <span>{help.chapters[chapter]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
