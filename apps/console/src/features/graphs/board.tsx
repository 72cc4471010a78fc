import { Button } from '@mantine/core';
import { IconChartLine, IconCloudOff } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { HistoryRange } from '../../device/history.ts';
import { useHasNetwork } from '../../lib/use-network.ts';
import { Card } from '../../ui/card.tsx';
import { Banner, Loading, Notice } from '../../ui/notice.tsx';
import type { Cursor } from './cursor.ts';
import { EnergyMonths, hasMonths } from './energy-months.tsx';
import { type EntryParts, EventLane } from './event-lane.tsx';
import classes from './graphs.module.css';
import { Minimap } from './minimap.tsx';
import type { Panel } from './panels.ts';
import { type Gutters, TIMES_PX } from './plot.ts';
import { PlotBox } from './plot-box.tsx';
import { Rail, useMomentText } from './rail.tsx';
import type { Gap } from './series.ts';
import { type BoardInput, type ShownPanel, useBoard } from './use-board.ts';
import { onGraphKey, useGestures } from './use-gestures.ts';
import { ValuesTable } from './values-table.tsx';
import { type Bounds, RANGE_S, rangeFrom } from './view.ts';

const HEIGHTS = { wide: { large: 268, small: 92 }, phone: { large: 200, small: 76 } };
const GUTTERS: Record<'wide' | 'phone', Gutters> = {
  wide: { left: 44, right: 12 },
  phone: { left: 34, right: 14 },
};

interface Props {
  name: string;
  input: BoardInput;
  cursor: Cursor;
  hasTable: boolean;
  /** The rail is above the plot: on a phone, or beside another board. */
  isCompact: boolean;
  /** Beside another board. */
  hasTitle: boolean;
  parts: EntryParts;
  onRange: (change: (range: HistoryRange) => HistoryRange) => void;
  onReset: () => void;
}

/** All panels of one device on one time axis. */
export function Board(props: Props) {
  const { name, input, cursor, hasTable, isCompact, hasTitle, parts, onRange, onReset } = props;
  const t = useTranslations('graphs');
  const { query, history, panels } = useBoard(input);
  const hasNetwork = useHasNetwork();
  const isEmpty = history !== undefined && panels.every(({ lines }) => lines.avg.every((v) => v == null));
  const isStale = history !== undefined && (query.isError || !hasNetwork);
  return (
    <Card
      className={classes.board}
      aria-label={t('of', { name })}
      aria-busy={!input.isSettled || undefined}
      data-compact={isCompact || undefined}
      data-board={input.deviceId}
    >
      {hasTitle && <h3 className={classes.boardTitle}>{name}</h3>}
      {isStale && <Stale dataUpdatedAt={query.dataUpdatedAt} onRetry={() => void query.refetch()} />}
      {history === undefined && !query.isError && <Loading text={t('loading')} cards={0} />}
      {history === undefined && query.isError && (
        <Notice
          role="alert"
          icon={<IconCloudOff size={28} aria-hidden />}
          title={t('failed.title')}
          text={t('failed.text')}
          action={{ label: t('failed.retry'), onClick: () => void query.refetch() }}
        />
      )}
      {isEmpty && !query.isPlaceholderData ? (
        <Notice
          icon={<IconChartLine size={28} aria-hidden />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={{ label: t('empty.action'), onClick: () => onRange(() => ({ lastS: RANGE_S.month })) }}
        />
      ) : (
        <Panels
          {...{ panels, cursor, isCompact, onRange, onReset }}
          bounds={input.bounds}
          label={t('of', { name })}
          lane={
            <EventLane
              {...{ isCompact, parts }}
              deviceId={input.deviceId}
              range={input.range}
              bounds={input.bounds}
              gaps={gapsOf(panels)}
              gutters={GUTTERS[isCompact ? 'phone' : 'wide']}
            />
          }
        />
      )}
      {history && hasMonths(input.bounds) && (
        <EnergyMonths
          deviceId={input.deviceId}
          bounds={input.bounds}
          gutters={GUTTERS[isCompact ? 'phone' : 'wide']}
        />
      )}
      {history && (
        <div className={classes.mapRow}>
          <Minimap
            deviceId={input.deviceId}
            bounds={input.bounds}
            gutters={GUTTERS[isCompact ? 'phone' : 'wide']}
            onRange={onRange}
          />
        </div>
      )}
      {hasTable && history && <ValuesTable panels={panels} bounds={input.bounds} name={name} />}
    </Card>
  );
}

/** Offline spans of the board, and of its converter those that are shorter. */
function gapsOf(panels: readonly ShownPanel[]): Gap[] {
  const gaps = (id: Panel['id']) => panels.find(({ panel }) => panel.id === id)?.lines.gaps ?? [];
  return [
    ...gaps('boardTemperature').filter(({ reason }) => reason === 'offline'),
    ...gaps('frequency').filter(({ reason }) => reason === 'link_lost'),
  ];
}

function Stale({ dataUpdatedAt, onRetry }: { dataUpdatedAt: number; onRetry: () => void }) {
  const t = useTranslations('graphs');
  const { dateTime } = useFormatter();
  return (
    <Banner icon={<IconCloudOff size={20} aria-hidden />}>
      {t('stale', { time: dateTime(new Date(dataUpdatedAt), { timeStyle: 'medium' }) })}{' '}
      <Button variant="subtle" size="compact-sm" color="yellow" className={classes.retry} onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </Banner>
  );
}

interface PanelsProps {
  panels: readonly ShownPanel[];
  bounds: Bounds;
  label: string;
  lane: ReactNode;
  cursor: Cursor;
  isCompact: boolean;
  onRange: Props['onRange'];
  onReset: () => void;
}

function Panels({ panels, bounds, label, lane, cursor, isCompact, onRange, onReset }: PanelsProps) {
  const t = useTranslations('graphs');
  const width = isCompact ? 'phone' : 'wide';
  const box = useRef<HTMLFieldSetElement>(null);
  useGestures(box, onRange);
  const select = (fromS: number, toS: number) =>
    onRange(() => rangeFrom(fromS, toS, Math.max(toS, bounds.toS)));
  return (
    <fieldset
      ref={box}
      className={classes.panels}
      aria-label={t('keysOf', { label })}
      // The keys of the graphs work while they have the focus.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own
      tabIndex={0}
      onKeyDown={(event) => onGraphKey(event, onRange, onReset)}
    >
      <CursorTime cursor={cursor} bounds={bounds} gutters={GUTTERS[width]} />
      {lane}
      {panels.map((shown, at) => {
        const { panel, drawing } = shown;
        const isLast = at === panels.length - 1;
        const height = HEIGHTS[width][panel.isLarge ? 'large' : 'small'] + (isLast ? TIMES_PX : 0);
        return (
          <div
            key={panel.id}
            className={classes.row}
            data-size={panel.isLarge && 'large'}
            data-panel={`${t(`panel.${panel.id}`)} (${panel.unit})`}
          >
            <Rail shown={shown} cursor={cursor} />
            <PlotBox
              {...{ drawing, height, cursor }}
              colour={panel.colour}
              gutters={GUTTERS[width]}
              hasTimes={isLast}
              onSelect={select}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

interface CursorTimeProps {
  cursor: Cursor;
  bounds: Bounds;
  gutters: Gutters;
}

/** The time under the pointer, above the panels. */
function CursorTime({ cursor, bounds, gutters }: CursorTimeProps) {
  const momentText = useMomentText();
  const atS = useSelector(cursor);
  const share = atS === undefined ? undefined : (atS - bounds.fromS) / (bounds.toS - bounds.fromS);
  return (
    <div className={classes.cursorRow} aria-hidden="true">
      <div className={classes.cursorLane} style={{ marginInline: `${gutters.left}px ${gutters.right}px` }}>
        {atS !== undefined && share !== undefined && share >= 0 && share <= 1 && (
          <span
            className={classes.bubble}
            style={{ left: `${share * 100}%`, transform: `translateX(${-share * 100}%)` }}
          >
            {momentText(atS, true)}
          </span>
        )}
      </div>
    </div>
  );
}
