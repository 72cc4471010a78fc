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
import { TextButton } from '../../../ui/text-button.tsx';
import { HelpBlocks } from './help-blocks.tsx';
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
    <div className="grid gap-6.5 max-md:gap-4">
      <SearchHead search={search} help={help} />
      <div className="grid items-start gap-5 grid-cols-[15rem_minmax(0,1fr)_16rem] max-xl:grid-cols-[15rem_minmax(0,1fr)] max-md:grid-cols-1 print:block">
        <Contents help={help} sections={sections} shown={shown} onChoose={search.pick} />
        <div className="grid gap-4 min-w-0">
          {printed.map((section) => (
            <Article key={section.id} section={section} help={help} words={words}>
              {section.chapter === 'states' && !isWhole && ownPump}
            </Article>
          ))}
          {isSearching && results.length === 0 && (
            <Notice title={t('help.nothing')} text={t('help.nothingHint')} />
          )}
        </div>
        <div className="grid gap-4 print:hidden max-xl:col-start-2 max-md:col-start-1">
          <MoreResults
            help={help}
            results={results.filter((result) => result !== shown)}
            words={words}
            onChoose={search.pick}
          />
          <Card aria-labelledby="help-contact">
            <h2 className="text-lg font-bold mb-2.5" id="help-contact">
              {t('help.contactTitle')}
            </h2>
            <p className="text-dim text-md mb-3">{t('help.contactText')}</p>
            <a
              className="flex items-center gap-2 px-4 rounded-md bg-accent-soft text-accent-ink text-md font-semibold cursor-pointer w-fit min-h-9.5 max-md:min-h-11"
              href={`mailto:${config.contact_email}`}
            >
              <IconMail size={18} stroke={1.7} aria-hidden />
              {t('app.contact')}
            </a>
            <Link
              className="flex items-center gap-2 rounded-md text-md font-semibold cursor-pointer w-fit min-h-9.5 text-link mt-1.5 max-md:min-h-11 hover:underline"
              to={paths.faq}
            >
              {t('nav.faq')}
            </Link>
            <TextButton className="mt-1.5" onClick={printAll}>
              <IconPrinter size={18} stroke={1.7} aria-hidden />
              {t('help.printAll')}
            </TextButton>
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
    <header className="grid grid-cols-1 gap-4 justify-items-center pt-4 print:hidden">
      <h1 className="font-bold text-center text-state tracking-tight">{t('title')}</h1>
      <div className="flex items-center gap-3 text-dim rounded-lg bg-card border border-line-strong px-4 w-[min(38rem,100%)] min-h-12 shadow-card focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1">
        <IconSearch size={20} stroke={1.8} aria-hidden />
        <input
          className="flex-1 min-w-0 text-ink text-lg outline-none"
          ref={input}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
          value={search.wanted}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
        <span className="text-sm flex-none" role="status">
          {found}
        </span>
        <span
          className="text-sm rounded-sm bg-inset border border-line-strong px-2 py-0.5 max-md:hidden"
          aria-hidden="true"
        >
          /
        </span>
      </div>
      <nav className="flex flex-wrap gap-2 justify-center" aria-label={t('quick')}>
        {QUICK.map((topic) => (
          <SectionLink
            className="inline-flex items-center px-3 border border-line-strong rounded-md text-ink text-sm font-semibold min-h-8.5 max-md:min-h-11 hover:bg-card"
            key={topic}
            id={topic}
            onClick={search.pick}
          >
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
  <article
    id={section.id}
    className="border border-line rounded-lg bg-card shadow-card min-w-0 p-6.5 prose scroll-mt-60 max-md:p-4 max-md:scroll-mt-0 print:px-0 print:pt-0 print:pb-4 print:border-0 print:shadow-none"
    aria-labelledby={`${section.id}-title`}
  >
    <p className="text-md font-medium text-dim mb-2.5">{help.chapters[section.chapter]}</p>
    <h2 className="tracking-tight mt-0! mb-4! text-title!" id={`${section.id}-title`}>
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
      <h2 className="text-lg font-bold mb-2.5" id="help-more">
        {t('more')}
      </h2>
      <ul>
        {results.slice(0, MOST_RESULTS).map(({ id, title, chapter }) => (
          <li className="grid border-b border-line py-2.5" key={id}>
            <SectionLink className="text-md font-semibold hover:underline" id={id} onClick={onChoose}>
              <Marked text={title} words={words} />
            </SectionLink>
            <span className="text-dim text-sm">{help.chapters[chapter]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
