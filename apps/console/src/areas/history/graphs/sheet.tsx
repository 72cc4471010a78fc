import { IconChartLine, IconCloudOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { HistoryRange } from '../../../device/history.ts';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
import { isNotOffered, useLoadHint } from '../../../lib/http/use-problem-text.ts';
import { useHasNetwork } from '../../../lib/page/use-network.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Banner, Loading, Notice } from '../../../ui/notice.tsx';
import type { Cursor } from './cursor.ts';
import { EnergyMonths, hasMonths } from './energy-months.tsx';
import { type EntryParts, EventLane } from './event-lane.tsx';
import { Minimap } from './minimap.tsx';
import { overlayGutters, overlayOf, unitsOf } from './overlay.ts';
import { FIRST_PANELS, type Panel } from './panels.ts';
import type { Gutters } from './plot-layers.ts';
import type { Gap } from './series.ts';
import { SheetPanels } from './sheet-panels.tsx';
import { type SheetInput, type ShownPanel, useSheet } from './use-sheet.ts';
import { ValuesTable } from './values-table.tsx';
import { RANGE_S } from './view.ts';

const GUTTERS: Record<'wide' | 'phone', Gutters> = {
  wide: { left: 44, right: 12 },
  phone: { left: 34, right: 14 },
};

interface Props {
  name: string;
  input: SheetInput;
  cursor: Cursor;
  /** These quantities are in one graph. */
  overlay: readonly Panel['id'][] | undefined;
  hasTable: boolean;
  /** Every quantity, not only the first ones. */
  hasAll: boolean;
  /** The rail is above the plot: on a phone, or beside another sheet. */
  isCompact: boolean;
  /** Beside another sheet. */
  hasTitle: boolean;
  parts: EntryParts;
  onRange: (change: (range: HistoryRange) => HistoryRange) => void;
  onReset: () => void;
}

/** What is below each other: a panel for each quantity, or the chosen ones in one graph. */
function useLayout(panels: readonly ShownPanel[], { overlay, hasAll, isCompact }: Props) {
  const gutters = GUTTERS[isCompact ? 'phone' : 'wide'];
  return useMemo(() => {
    if (!overlay) {
      const own = panels.filter(({ panel }) => hasAll || FIRST_PANELS.includes(panel.id));
      return { gutters, groups: own.map((shown) => ({ ...shown, members: [shown] })) };
    }
    const members = panels.filter(({ panel }) => overlay.includes(panel.id));
    const drawing = overlayOf(members);
    return {
      gutters: overlayGutters(gutters, unitsOf(members.map(({ panel }) => panel)).length),
      groups: drawing ? [{ members, drawing }] : [],
    };
  }, [panels, overlay, hasAll, gutters]);
}

/** All panels of one device on one time axis. */
export function Sheet(props: Props) {
  const { name, input, cursor, hasTable, isCompact, hasTitle, parts, onRange, onReset } = props;
  const t = useTranslations('graphs');
  const { query, history, panels } = useSheet(input);
  const { gutters, groups } = useLayout(panels, props);
  const hasNetwork = useHasNetwork();
  const loadHint = useLoadHint();
  const isEmpty = history !== undefined && panels.every(({ lines }) => lines.avg.every((v) => v == null));
  const hasFailed = history === undefined && query.isError;
  const isStale = history !== undefined && (query.isError || !hasNetwork);
  return (
    <Card
      className="group/sheet min-w-0 pt-2 pb-3 [&>[role='status']]:mx-5 [&>[role='alert']]:mx-5 max-sm:[&>[role='status']]:mx-3.5 max-sm:[&>[role='alert']]:mx-3.5"
      aria-label={t('of', { name })}
      aria-busy={!input.isSettled || undefined}
      data-compact={isCompact || undefined}
      data-sheet={input.deviceId}
    >
      {hasTitle && <h3 className="text-lg font-bold mx-5 mt-2">{name}</h3>}
      {isStale && <Stale dataUpdatedAt={query.dataUpdatedAt} onRetry={() => void query.refetch()} />}
      {history === undefined && !query.isError && <Loading text={t('loading')} cards={0} />}
      {hasFailed && (
        <Notice
          role="alert"
          icon={<IconCloudOff size={28} aria-hidden />}
          title={t('failed.title')}
          text={problemCodeOf(query.error) === 'NETWORK' ? t('failed.text') : loadHint(query.error)}
          {...(!isNotOffered(query.error) && {
            action: { label: t('failed.retry'), onClick: () => void query.refetch() },
          })}
        />
      )}
      {!hasFailed && isEmpty && !query.isPlaceholderData && (
        <Notice
          icon={<IconChartLine size={28} aria-hidden />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={{ label: t('empty.action'), onClick: () => onRange(() => ({ lastS: RANGE_S.month })) }}
        />
      )}
      {!hasFailed && (!isEmpty || query.isPlaceholderData) && (
        <SheetPanels
          groups={groups}
          gutters={gutters}
          cursor={cursor}
          isCompact={isCompact}
          onRange={onRange}
          onReset={onReset}
          bounds={input.bounds}
          label={t('of', { name })}
          lane={
            <EventLane
              isCompact={isCompact}
              parts={parts}
              gutters={gutters}
              deviceId={input.deviceId}
              range={input.range}
              bounds={input.bounds}
              gaps={gapsOf(panels)}
            />
          }
        />
      )}
      {history && hasMonths(input.bounds) && (
        <EnergyMonths
          deviceId={input.deviceId}
          sinceS={history.since}
          bounds={input.bounds}
          gutters={gutters}
        />
      )}
      {history && (
        <div className="ml-45 group-data-compact/sheet:ml-0!">
          <Minimap gutters={gutters} onRange={onRange} deviceId={input.deviceId} bounds={input.bounds} />
        </div>
      )}
      {hasTable && history && <ValuesTable panels={panels} bounds={input.bounds} name={name} />}
    </Card>
  );
}

/** Time before the first frame of the board, its offline spans, and those in which its converter was silent. */
function gapsOf(panels: readonly ShownPanel[]): Gap[] {
  const gaps = (id: Panel['id']) => panels.find(({ panel }) => panel.id === id)?.lines.gaps ?? [];
  return [
    ...gaps('boardTemperature').filter(({ reason }) => reason === 'offline' || reason === 'no_data_yet'),
    ...gaps('frequency').filter(({ reason }) => reason === 'link_lost'),
  ];
}

function Stale({ dataUpdatedAt, onRetry }: { dataUpdatedAt: number; onRetry: () => void }) {
  const t = useTranslations('graphs');
  const { dateTime } = useFormatter();
  return (
    <Banner icon={<IconCloudOff size={20} aria-hidden />}>
      {t('stale', { time: dateTime(new Date(dataUpdatedAt), { timeStyle: 'medium' }) })}{' '}
      <Button variant="subtle" size="compact-sm" className="text-inherit!" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </Banner>
  );
}
