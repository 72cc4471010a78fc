import { useSelector } from '@tanstack/react-store';
import { useFormatter, useTranslations } from 'use-intl';
import { serverNowS } from '../../../lib/time/clock.ts';
import { wallTimeOf } from '../../../lib/time/wall-time.ts';
import type { Cursor } from './cursor.ts';
import type { Panel } from './panels.ts';
import { extremesAt, nearest, switchedBetween } from './series.ts';
import type { ShownPanel } from './use-sheet.ts';

/** A number with the decimals of its panel. */
export function useValueText() {
  const { number } = useFormatter();
  return ({ digits }: Panel, value: number) =>
    number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A moment; the day only where the range has several. */
export function useMomentText() {
  const { dateTime } = useFormatter();
  return (atS: number, hasDay: boolean) =>
    dateTime(new Date(atS * 1000), {
      ...(hasDay && ({ weekday: 'short', day: 'numeric', month: 'numeric' } as const)),
      hour: '2-digit',
      minute: '2-digit',
    });
}

/** "at 06:02", with the day if it is not today, and the year if it is another one. */
function useAtText() {
  const t = useTranslations('graphs');
  const { dateTime } = useFormatter();
  return (atS: number) => {
    const at = new Date(atS * 1000);
    const time = dateTime(at, { hour: '2-digit', minute: '2-digit' });
    const [own, today] = [wallTimeOf(atS), wallTimeOf(serverNowS())];
    const isThisYear = own.year === today.year;
    if (isThisYear && own.month === today.month && own.day === today.day) return t('at', { time });
    const date = { day: 'numeric', month: 'numeric' } as const;
    const day = dateTime(at, { ...date, ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }) });
    return t('atDay', { day, time });
  };
}

/** The value at the pointer a day or a week earlier. */
function useEarlierText({ panel, drawing, lines }: ShownPanel, atS: number | null) {
  const t = useTranslations('graphs');
  const valueText = useValueText();
  const index = atS === null ? undefined : nearest(lines.x, atS);
  const value = index === undefined ? undefined : drawing.layers[0]?.ghost?.[index];
  return typeof value === 'number' ? t('earlierValue', { value: valueText(panel, value) }) : undefined;
}

interface ShownValue {
  text?: string;
  /** Time of the measurement; for a bucket the time under the pointer. */
  atS: number | undefined;
  /** Reason of a missing value, or minimum and maximum of its bucket. */
  note?: string | undefined;
}

/** The value at the pointer, else the newest one. */
function useShownValue({ panel, lines, summary, errors }: ShownPanel, pointedS: number | null): ShownValue {
  const t = useTranslations('graphs');
  const valueText = useValueText();
  const textAt = (value: number, atS: number) => {
    const error = errors?.[nearest(lines.x, atS) ?? -1];
    return valueText(panel, value) + (typeof error === 'number' ? ` ± ${valueText(panel, error)}` : '');
  };
  if (pointedS === null) {
    if (!summary) return { atS: undefined, note: t('noValue') };
    return { text: textAt(summary.last, summary.lastS), atS: summary.lastS };
  }
  const index = nearest(lines.x, pointedS);
  const value = index === undefined ? undefined : lines.avg[index];
  if (index === undefined || value === undefined || value === null) {
    const gap = lines.gaps.find(({ from, to }) => from <= pointedS && pointedS < to);
    return { atS: pointedS, note: t(gap ? `gap.${gap.reason}` : 'noValue') };
  }
  const extremes = extremesAt(lines, index).map((each) => valueText(panel, each));
  const atS = lines.x[index];
  if (switchedBetween(lines, index)) return { text: extremes.join(' – '), atS, note: t('onAndOff') };
  const [least = '', most = ''] = extremes;
  const note = least === most ? undefined : t('within', { least, most });
  return { text: textAt(value, pointedS), atS, note };
}

/** The legend of a panel: its name, the value at the pointer, the extremes and the average. */
export function Rail({ shown, cursor }: { shown: ShownPanel; cursor: Cursor }) {
  const t = useTranslations('graphs');
  const valueText = useValueText();
  const atText = useAtText();
  const pointedS = useSelector(cursor);
  const { panel, summary } = shown;
  const { text, atS, note } = useShownValue(shown, pointedS);
  const earlier = useEarlierText(shown, pointedS);
  const hints: Partial<Record<Panel['id'], string>> = { load: t('loadHint'), flow: t('flowHint') };
  return (
    <div className="flex min-w-0 justify-center py-1 pl-5 flex-col group-data-compact/sheet:gap-y-0 group-data-compact/sheet:gap-x-2.5 group-data-compact/sheet:px-4 group-data-compact/sheet:pt-2.5 group-data-compact/sheet:pb-0 group-data-compact/sheet:flex-row group-data-compact/sheet:flex-wrap group-data-compact/sheet:items-baseline group-data-compact/sheet:justify-start">
      <span
        className="flex items-center gap-2 text-xs font-medium text-dim whitespace-nowrap group-data-compact/sheet:self-center"
        title={hints[panel.id]}
      >
        <i
          className="flex-none rounded-sm w-3.5 h-1"
          style={{ background: `var(${panel.colour})` }}
          aria-hidden="true"
        />
        {t(`panel.${panel.id}`)}
      </span>
      <span className="font-bold whitespace-nowrap text-xl tabular-nums tracking-tight leading-tight [&_small]:text-dim [&_small]:font-regular [&_small]:tracking-normal [&_small]:text-unit group-data-[size=large]/row:text-title group-data-compact/sheet:text-lg! group-data-compact/sheet:ml-auto!">
        {text ?? '–'} {text && <small>{panel.unit}</small>}
      </span>
      {atS !== undefined && (
        <span className="text-dim text-xs tabular-nums whitespace-nowrap leading-tight">{atText(atS)}</span>
      )}
      {note && !(text && earlier) && (
        <span
          className={`text-dim text-xs tabular-nums whitespace-nowrap leading-tight ${text ? 'max-sm:group-data-compact/sheet:hidden' : ''}`}
        >
          {note}
        </span>
      )}
      {earlier && (
        <span className="text-dim text-xs tabular-nums whitespace-nowrap leading-tight">{earlier}</span>
      )}
      {summary && pointedS === null && (
        <span className="text-dim text-xs tabular-nums whitespace-nowrap leading-tight group-data-compact/sheet:hidden">
          {t('summary', {
            least: valueText(panel, summary.least),
            most: valueText(panel, summary.most),
            average: valueText(panel, summary.average),
          })}
        </span>
      )}
    </div>
  );
}
