import { IconCloudOff } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useLostLink } from '../../../device/reach.ts';
import { WaterSystemCard } from '../../../device/water-system-line.tsx';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { useSearchKey } from '../../../lib/keys/use-search-key.ts';
import { ColumnChoice } from '../../../lib/page/column-choice.tsx';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { useColumns } from '../../../lib/page/use-columns.ts';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { usePosition } from '../../../lib/page/use-position.ts';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { PageHead } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { csvHref, type FleetFilters, isFiltered, type RowsById } from './api.ts';
import { BulkBar, type RuleDialog, type WallDialog } from './bulk-bar.tsx';
import { ChosenFilters, FilterChoice } from './filter-choice.tsx';
import { FleetList } from './fleet-list.tsx';
import { countAll, FleetTabs } from './fleet-tabs.tsx';
import { DistanceState, MoreTools, SortChoice } from './list-tools.tsx';
import { COLUMNS, type Column, DEFAULT_COLUMNS } from './stored-choices.ts';
import { type Fleet, useFleet } from './use-fleet.ts';
import { useSelection } from './use-selection.ts';

/** Where the table has room for two more columns. */
const TABLET = '(max-width: 64em)';
const TABLET_COLUMNS: readonly Column[] = ['address', 'assignee'];
const PHONE_COLUMNS: readonly Column[] = ['address', 'pressure', 'assignee', 'labels'];
/** Where all columns but the owner have room. */
const LAPTOP = '(max-width: 80em)';

interface Props {
  title: string;
  userId: number;
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
  ruleDialog: RuleDialog;
  wallDialog: WallDialog;
}

/** All devices with a converter (R7.2): what needs a person first, live, for 10,000 devices. */
export function FleetView({ title, userId, filters, onChange, ruleDialog, wallDialog }: Props) {
  const t = useTranslations('fleet');
  const { position, forget } = usePosition();
  const near = position && `${position.lat.toFixed(2)},${position.lon.toFixed(2)}`;
  const ordered = useMemo(() => (near ? { ...filters, near } : filters), [filters, near]);
  const fleet = useFleet(ordered);
  const columns = useColumns(`fleet-list.${userId}`, COLUMNS, DEFAULT_COLUMNS);
  const isPhone = useMedia(PHONE);
  const isTablet = useMedia(TABLET);
  const isLaptop = useMedia(LAPTOP);
  const shownColumns = useMemo(() => {
    if (isPhone) return columns.shown.filter((column) => PHONE_COLUMNS.includes(column));
    if (isTablet) return columns.shown.filter((column) => TABLET_COLUMNS.includes(column));
    return isLaptop ? columns.shown.filter((column) => column !== 'owner') : columns.shown;
  }, [isPhone, isTablet, isLaptop, columns.shown]);
  const selection = useSelection();
  const queryClient = useQueryClient();
  const lost = useLostLink();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  const isStale = fleet.state === 'ready' && (fleet.hasFailed || lost !== undefined);
  const search = (q: string) => {
    const { q: _, ...others } = filters;
    onChange(q === '' ? others : { ...others, q });
  };
  const forgetLabel = (id: number) => {
    const key = filters.group === id ? 'group' : 'label';
    const { [key]: chosen, ...others } = filters;
    if (chosen === id) onChange(others);
  };
  const focusFirstRow = () => list.current?.querySelector<HTMLElement>('[data-index] a')?.focus();
  const zone = useDisplayTimeZone();
  const nameOf = (id: string) => knownName(queryClient, id);
  return (
    <>
      <PageHead title={title} text={<Summary fleet={fleet} isStale={isStale} />}>
        <div className="relative flex items-center flex-wrap gap-2.5 flex-[0_1_46rem] max-sm:grow max-sm:basis-full max-sm:gap-2">
          <SearchField
            ref={field}
            className="flex-[1_1_11rem] max-sm:grow max-sm:basis-full"
            label={t('searchLabel')}
            placeholder={t('searchHint')}
            shortcut="/"
            value={filters.q ?? ''}
            onSearch={search}
            onArrowDown={focusFirstRow}
          />
          <FilterChoice
            filters={filters}
            counts={fleet.counts}
            onChange={onChange}
            onLabelRemoved={forgetLabel}
          />
          {isPhone ? (
            <SortChoice filters={filters} onChange={onChange} />
          ) : (
            <ColumnChoice {...columns} label={t('columns')} nameOf={(column) => t(`column.${column}`)} />
          )}
          <DownloadLink href={csvHref(filters, zone)} fileName="fleet.csv">
            {t('csv')}
          </DownloadLink>
          <MoreTools ids={fleet.order?.ids} nameOf={nameOf} wallDialog={wallDialog} />
          <HelpLink section="states" />
        </div>
      </PageHead>
      {isStale && (
        <StaleBanner readAtMs={fleet.readAtMs} isOffline={lost === 'noNetwork'} onRetry={fleet.retry} />
      )}
      {/* The menu of a tab opens below the row, which scrolls on a phone. */}
      <div className="relative">
        <FleetTabs filters={filters} counts={fleet.counts} onChange={onChange} />
      </div>
      <DistanceState />
      <ChosenFilters filters={filters} onChange={onChange} />
      {filters.system && <WaterSystemCard systemId={filters.system} />}
      {fleet.state === 'loading' && <LoadingRows />}
      {fleet.state === 'failed' && (
        <LoadStates
          state="failed"
          error={fleet.error}
          failed={t('failed')}
          {...(lost === 'noNetwork' && { hint: t('offline') })}
          onRetry={fleet.retry}
        />
      )}
      {fleet.order?.ids.length === 0 && (
        <Empty isFiltered={isFiltered(filters)} onClear={() => onChange({})} />
      )}
      {fleet.order && fleet.order.ids.length > 0 && (
        <FleetList
          fleet={fleet}
          order={fleet.order}
          filters={ordered}
          onChange={(sorted) => {
            forget();
            onChange(sorted);
          }}
          columns={shownColumns}
          selection={selection}
          isPhone={isPhone}
          isStale={isStale}
          list={list}
        />
      )}
      <BulkBar
        selection={selection}
        ids={fleet.order?.ids ?? []}
        filters={filters}
        nameOf={nameOf}
        ruleDialog={ruleDialog}
        wallDialog={wallDialog}
        onLabelRemoved={forgetLabel}
      />
    </>
  );
}

/** The name in a row that was loaded, else the ID. */
function knownName(queryClient: QueryClient, id: string): string {
  const blocks = queryClient.getQueriesData<RowsById>({ queryKey: ['fleet-rows'] });
  return blocks.map(([, rows]) => rows?.get(id)?.alias?.trim()).find(Boolean) ?? id;
}

const TIME = { timeStyle: 'medium' } as const;

function Summary({ fleet: { state, counts, readAtMs }, isStale }: { fleet: Fleet; isStale: boolean }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  if (state === 'loading') return t('app.loading');
  if (!counts) return null;
  const count = countAll(counts);
  const summary = t('fleet.summary', {
    count,
    online: count - counts.offline,
    isKnown: isStale ? 'no' : 'yes',
  });
  const how = isStale ? t('fleet.asOf', { time: dateTime(readAtMs, TIME) }) : t('fleet.live');
  return `${summary} · ${how}`;
}

interface StaleProps {
  readAtMs: number;
  isOffline: boolean;
  onRetry: () => void;
}

/** The old rows stay, marked with their time. */
function StaleBanner({ readAtMs, isOffline, onRetry }: StaleProps) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const ageText = useAgeText();
  const age = useClock(() => roundAge(Math.max(0, Math.floor((Date.now() - readAtMs) / 1000))));
  return (
    <Banner icon={<IconCloudOff size={20} stroke={1.8} aria-hidden />} className="[&>span]:flex-1">
      <b>{t(isOffline ? 'fleet.offline' : 'fleet.noAnswer')}</b>{' '}
      {t('fleet.lastKnown', { time: dateTime(readAtMs, TIME), age: ageText(age, 'moment') })}
      <button type="button" className="py-0.5 pl-4 font-bold cursor-pointer float-right" onClick={onRetry}>
        {t('fleet.retryNow')}
      </button>
    </Banner>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTranslations('fleet');
  if (!isFiltered) return <Notice title={t('empty')} text={t('emptyHint')} />;
  return (
    <Notice
      title={t('noneMatch')}
      text={t('noneMatchHint')}
      action={{ label: t('clear'), onClick: onClear }}
    />
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Text and skeleton: empty boxes alone do not count as first contentful paint. */
function LoadingRows() {
  const t = useTranslations('fleet');
  return (
    <div className="border border-line rounded-lg bg-card shadow-card overflow-clip" role="status">
      <p className="text-md text-dim px-5 py-4">{t('loading')}</p>
      {SKELETON_ROWS.map((key) => (
        <div
          key={key}
          className="grid items-center border-t border-line gap-6.5 px-5 grid-cols-[1fr_2fr_1fr] h-14"
          aria-hidden="true"
        >
          <span className="rounded-sm bg-line w-[70%] h-3" />
          <span className="rounded-sm bg-line w-[70%] h-3" />
          <span className="rounded-sm bg-line w-[70%] h-3" />
        </div>
      ))}
    </div>
  );
}
