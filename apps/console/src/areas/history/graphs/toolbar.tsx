import {
  IconArrowBackUp,
  IconCalendar,
  IconChevronLeft,
  IconChevronRight,
  IconLink,
  IconPlayerPlay,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { HistoryRange } from '../../../device/history.ts';
import { copyText } from '../../../lib/page/copy-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Dropdown } from '../../../ui/dropdown.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { OwnRange } from './own-range.tsx';
import { type Bounds, boundsOf, pan, RANGE_NAMES, RANGE_S, type RangeName, zoom } from './view.ts';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

interface Props {
  range: HistoryRange;
  bounds: Bounds;
  onRange: (change: (range: HistoryRange) => HistoryRange) => void;
  onPreset: (name: RangeName) => void;
  onReset: () => void;
  /** The address of this view with fixed times. */
  link: () => string;
  children?: ReactNode;
}

/** The range of the graphs and the ways to change it. */
export function Toolbar({ range, bounds, onRange, onPreset, onReset, link, children }: Props) {
  const t = useTranslations('graphs');
  const isOpen = 'lastS' in range;
  const chosen = RANGE_NAMES.find((name) => isOpen && RANGE_S[name] === range.lastS);
  const zoomBy = (factor: number) => () => onRange((current) => zoom(current, factor, serverNowS()));
  async function copy() {
    try {
      await copyText(link(), t('copied'));
    } catch {
      toast(t('copyFailed'), { kind: 'warning' });
    }
  }
  return (
    <div className="flex items-center flex-wrap gap-2.5">
      <Segmented
        label={t('rangeLabel')}
        value={chosen}
        options={RANGE_NAMES.map((name) => ({ value: name, label: t(`range.${name}`) }))}
        isDisabled={false}
        onChange={onPreset}
      />
      <Period range={range} bounds={bounds} onRange={onRange} />
      <Button
        variant={isOpen ? 'light' : 'default'}
        className="rounded-full"
        size="sm"
        icon={<IconPlayerPlay {...icon} size={16} />}
        aria-pressed={isOpen}
        onClick={() => onRange((current) => toLive(current))}
      >
        {t('live')}
      </Button>
      <span className="flex-1 max-sm:hidden" />
      <div className="flex gap-2 max-sm:order-1">
        <IconButton look="framed" label={t('zoomOut')} title={t('zoomOut')} onClick={zoomBy(2)}>
          <IconZoomOut {...icon} />
        </IconButton>
        <IconButton look="framed" label={t('zoomIn')} title={t('zoomIn')} onClick={zoomBy(0.5)}>
          <IconZoomIn {...icon} />
        </IconButton>
        <IconButton look="framed" label={t('reset')} title={t('reset')} onClick={onReset}>
          <IconArrowBackUp {...icon} />
        </IconButton>
        <IconButton look="framed" label={t('copy')} title={t('copy')} onClick={() => void copy()}>
          <IconLink {...icon} />
        </IconButton>
        {children}
      </div>
    </div>
  );
}

/** The same length up to now. */
function toLive(range: HistoryRange): HistoryRange {
  const { fromS, toS } = boundsOf(range, serverNowS());
  return 'lastS' in range ? range : { lastS: toS - fromS };
}

/** From and to, with a step to either side; opens the choice of own times. */
function Period({ range, bounds, onRange }: Pick<Props, 'range' | 'bounds' | 'onRange'>) {
  const t = useTranslations('graphs');
  const { dateTimeRange } = useFormatter();
  const isLong = bounds.toS - bounds.fromS > 40 * 86_400;
  const text = dateTimeRange(new Date(bounds.fromS * 1000), new Date(bounds.toS * 1000), {
    ...(isLong ? ({ year: 'numeric' } as const) : ({ hour: '2-digit', minute: '2-digit' } as const)),
    day: 'numeric',
    month: 'numeric',
  });
  const step = (share: number) => () => onRange((current) => pan(current, share, serverNowS()));
  return (
    <div className="flex items-center relative bg-card rounded-4xl inset-ring inset-ring-line-strong max-sm:order-1 max-sm:grow max-sm:basis-full max-sm:justify-between">
      <button
        type="button"
        className="flex items-center gap-2 px-2.5 rounded-4xl text-ink text-md font-medium whitespace-nowrap cursor-pointer min-h-9 pointer-coarse:min-h-11 disabled:text-faint disabled:cursor-default"
        aria-label={t('stepBack')}
        onClick={step(-1)}
      >
        <IconChevronLeft {...icon} />
      </button>
      <Dropdown
        opener={
          <button
            type="button"
            className="flex items-center gap-2 px-2.5 rounded-4xl text-ink text-md font-medium whitespace-nowrap cursor-pointer min-h-9 pointer-coarse:min-h-11"
          >
            <IconCalendar {...icon} size={16} />
            <span className="tabular-nums tracking-tight">{text}</span>
            <span className="sr-only">, {t('own')}</span>
          </button>
        }
        width="19rem"
        align="start"
      >
        {(close) => (
          <OwnRange
            bounds={bounds}
            onRange={(next) => {
              close();
              onRange(() => next);
            }}
          />
        )}
      </Dropdown>
      <button
        type="button"
        className="flex items-center gap-2 px-2.5 rounded-4xl text-ink text-md font-medium whitespace-nowrap cursor-pointer min-h-9 pointer-coarse:min-h-11 disabled:text-faint disabled:cursor-default"
        aria-label={t('later')}
        disabled={'lastS' in range}
        onClick={step(1)}
      >
        <IconChevronRight {...icon} />
      </button>
    </div>
  );
}
