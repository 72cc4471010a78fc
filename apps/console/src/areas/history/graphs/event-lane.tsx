import type { ActivityEntry } from '@manoboard/contract/activity/activity';
import type { Alert } from '@manoboard/contract/alert/alert';
import { IconAlertTriangle, IconArrowRight, IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { HistoryRange } from '../../../device/history.ts';
import { AlertLink, TimelineLink } from '../../../device/links.tsx';
import { usePopover } from '../../../ui/use-popover.ts';
import { type Mark, marksOf, placesOf, useAlertMarks, useMarks } from './marks.ts';
import type { Gutters } from './plot-layers.ts';
import type { Gap } from './series.ts';
import type { Bounds } from './view.ts';

/** How entries of the timeline and alerts are shown; the page passes it, since they are other features. */
export interface EntryParts {
  titleOf: (entry: ActivityEntry) => string;
  iconOf: (entry: ActivityEntry) => ReactNode;
  Row: ComponentType<{ entry: ActivityEntry }>;
  alertTitle: (alert: Alert) => string;
}

/** Marks nearer than this share of the width are joined. */
const LEAST_SHARE = { wide: 0.022, compact: 0.085 };
/** The width of a mark as a share of the width of the lane. */
const MARK_SHARE = { wide: 0.03, compact: 0.085 };

const shareOf = (atS: number, { fromS, toS }: Bounds) =>
  Math.min(1, Math.max(0, (atS - fromS) / (toS - fromS)));

interface Props {
  deviceId: string;
  range: HistoryRange;
  bounds: Bounds;
  /** Gaps of a value of the board and of the converter. */
  gaps: readonly Gap[];
  gutters: Gutters;
  isCompact: boolean;
  parts: EntryParts;
}

/** Commands, alerts, changes and gaps on the axis of the graphs; a mark leads to its alert or its entry of the timeline. */
export function EventLane({ deviceId, range, bounds, gaps, gutters, isCompact, parts }: Props) {
  const t = useTranslations('graphs.events');
  const activity = useMarks(deviceId, range);
  const size = isCompact ? 'compact' : 'wide';
  const leastS = (bounds.toS - bounds.fromS) * LEAST_SHARE[size];
  const alerts = useAlertMarks(deviceId, range);
  const marks = useMemo(
    () => marksOf(activity?.items ?? [], leastS, alerts?.items),
    [activity, alerts, leastS],
  );
  const shown = marks.filter(({ atS }) => atS >= bounds.fromS && atS <= bounds.toS);
  const places = placesOf(
    shown.map(({ atS }) => shareOf(atS, bounds)),
    MARK_SHARE[size],
  );
  const hidden = activity ? activity.total - activity.items.length : 0;
  return (
    <div className="grid grid-cols-[11.25rem_minmax(0,1fr)] group-data-compact/sheet:grid-cols-1 group-data-compact/sheet:[&>:first-child]:hidden">
      <span className="flex text-sm font-medium text-dim justify-center flex-col pl-5">
        {t('title')}
        {hidden > 0 && <small className="text-xs font-normal">{t('more', { count: hidden })}</small>}
      </span>
      <ul
        className="relative rounded-md bg-inset inset-ring inset-ring-line h-10 mt-1 mb-2.5"
        style={{ marginInline: `${gutters.left}px ${gutters.right}px` }}
        aria-label={t('title')}
      >
        {gaps.map((gap) => (
          <Away key={`${gap.reason}${gap.from}`} gap={gap} bounds={bounds} />
        ))}
        {shown.map((mark, at) => (
          <MarkButton key={mark.atS} deviceId={deviceId} mark={mark} parts={parts} share={places[at] ?? 0} />
        ))}
      </ul>
    </div>
  );
}

/** A stretch without values, named where there is room. */
function Away({ gap, bounds }: { gap: Gap; bounds: Bounds }) {
  const t = useTranslations('graphs.gap');
  const [from, to] = [shareOf(gap.from, bounds), shareOf(gap.to, bounds)];
  if (to <= from) return null;
  const Icon = gap.reason === 'offline' ? IconCloudOff : IconPlugConnectedX;
  const isBefore = gap.reason === 'no_data_yet';
  return (
    <li
      className={`flex items-center gap-1 text-xs font-semibold text-dim absolute overflow-hidden whitespace-nowrap rounded-sm justify-center inset-y-0 ${isBefore ? '' : 'hatched'}`}
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    >
      {to - from > 0.03 && !isBefore && <Icon size={13} aria-hidden />}
      <span className={to - from > 0.1 ? 'rounded-sm bg-inset px-1 py-0.5' : 'sr-only'}>{t(gap.reason)}</span>
    </li>
  );
}

interface MarkProps {
  deviceId: string;
  mark: Mark;
  share: number;
  parts: EntryParts;
}

function MarkButton({ deviceId, mark, share, parts }: MarkProps) {
  const t = useTranslations('graphs.events');
  const { isOpen, box, opener, panelId } = usePopover();
  const { entries, alerts, isAlert, atS } = mark;
  const lead = entries.find(({ at }) => at === atS) ?? entries[0];
  const alert = alerts[0];
  const title = isAlert && alert ? parts.alertTitle(alert) : lead && parts.titleOf(lead);
  if (title === undefined) return null;
  const count = Math.max(entries.length, alerts.length);
  return (
    <li>
      <div ref={box}>
        <button
          {...opener}
          className={`grid place-items-center absolute rounded-full border bg-card cursor-pointer top-1/2 size-6.5 -mt-3 -ml-3 pointer-coarse:after:absolute pointer-coarse:after:-inset-2 hover:z-1 hover:ring-2 hover:ring-ink hover:text-ink aria-expanded:z-1 aria-expanded:ring-2 aria-expanded:ring-ink aria-expanded:text-ink ${isAlert ? 'border-stop bg-stop-soft text-stop-ink' : 'border-line-strong text-dim'}`}
          style={{ left: `${share * 100}%` }}
          aria-label={count > 1 ? t('several', { title, count }) : title}
        >
          {count > 1 && !isAlert ? (
            <b className="text-xs font-bold" aria-hidden="true">
              {count}
            </b>
          ) : lead ? (
            parts.iconOf(lead)
          ) : (
            <IconAlertTriangle className="size-3.5" size={16} stroke={1.8} aria-hidden />
          )}
        </button>
        {isOpen && (
          <div
            id={panelId}
            className="absolute rounded-lg bg-card border border-line-strong p-4 overflow-y-auto top-[calc(100%_+_0.4rem)] z-3 w-[min(22rem,100%)] max-h-96 shadow-popover"
            style={{ left: `clamp(0px, calc(${share * 100}% - 11rem), max(0px, calc(100% - 22rem)))` }}
          >
            <Marked deviceId={deviceId} mark={mark} parts={parts} />
          </div>
        )}
      </div>
    </li>
  );
}

/** What is at a mark, with links to its alerts and to the timeline. */
function Marked({ deviceId, mark, parts }: Omit<MarkProps, 'share'>) {
  const t = useTranslations('graphs.events');
  const { entries, alerts, atS } = mark;
  const { Row } = parts;
  return (
    <>
      {entries.length > 0 && (
        <ol className="@container">
          {entries.map((entry) => (
            <Row key={`${entry.kind}${entry.at}${parts.titleOf(entry)}`} entry={entry} />
          ))}
        </ol>
      )}
      {alerts.map((alert) => (
        <AlertLink
          key={alert.id}
          alertId={alert.id}
          className="underline inline-flex items-center gap-1 text-md font-semibold text-link"
        >
          {entries.length > 0 ? t('alert') : parts.alertTitle(alert)} <IconArrowRight size={15} aria-hidden />
        </AlertLink>
      ))}
      <TimelineLink
        deviceId={deviceId}
        atS={Math.floor(entries.find(({ at }) => at === atS)?.at ?? atS)}
        className="underline inline-flex items-center gap-1 text-md font-semibold text-link"
      >
        {t('open')} <IconArrowRight size={15} aria-hidden />
      </TimelineLink>
    </>
  );
}
