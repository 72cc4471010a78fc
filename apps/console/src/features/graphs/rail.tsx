import { useSelector } from '@tanstack/react-store';
import { useFormatter, useTranslations } from 'use-intl';
import { serverNowS } from '../../lib/clock.ts';
import type { Cursor } from './cursor.ts';
import classes from './graphs.module.css';
import type { Panel } from './panels.ts';
import { extremesAt, type Lines, nearest, type Summary, switchedBetween } from './series.ts';
import type { ShownPanel } from './use-board.ts';

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
      ...{ hour: '2-digit', minute: '2-digit' },
    });
}

/** The value at the pointer a day or a week earlier. */
function useEarlierText({ panel, drawing, lines }: ShownPanel, atS: number | undefined) {
  const t = useTranslations('graphs');
  const valueText = useValueText();
  const index = atS === undefined ? undefined : nearest(lines.x, atS);
  const value = index === undefined ? undefined : drawing.layers[0]?.ghost?.[index];
  return typeof value === 'number' ? t('earlierValue', { value: valueText(panel, value) }) : undefined;
}

/** The value at the pointer, else the newest one with its time. */
function useShownValue(panel: Panel, lines: Lines, summary: Summary | undefined, atS: number | undefined) {
  const t = useTranslations('graphs');
  const valueText = useValueText();
  const momentText = useMomentText();
  if (atS === undefined) {
    if (!summary) return { text: undefined, note: t('noValue') };
    const hasDay = serverNowS() - summary.lastS > 43_200;
    return {
      text: valueText(panel, summary.last),
      note: t('at', { time: momentText(summary.lastS, hasDay) }),
    };
  }
  const index = nearest(lines.x, atS);
  const value = index === undefined ? undefined : lines.avg[index];
  if (index === undefined || value === undefined || value === null) {
    const gap = lines.gaps.find(({ from, to }) => from <= atS && atS < to);
    return { text: undefined, note: t(gap ? `gap.${gap.reason}` : 'noValue') };
  }
  const extremes = extremesAt(lines, index).map((each) => valueText(panel, each));
  if (switchedBetween(lines, index)) return { text: extremes.join(' – '), note: t('onAndOff') };
  const hasSpan = new Set(extremes).size > 1;
  return {
    text: valueText(panel, value),
    note: hasSpan ? t('within', { least: extremes[0] ?? '', most: extremes[1] ?? '' }) : undefined,
  };
}

/** The legend of a panel: its name, the value at the pointer, the extremes and the average. */
export function Rail({ shown, cursor }: { shown: ShownPanel; cursor: Cursor }) {
  const t = useTranslations('graphs');
  const valueText = useValueText();
  const atS = useSelector(cursor);
  const { panel, lines, summary } = shown;
  const { text, note } = useShownValue(panel, lines, summary, atS);
  const earlier = useEarlierText(shown, atS);
  return (
    <div className={classes.side}>
      <span className={classes.name} title={panel.id === 'load' ? t('loadHint') : undefined}>
        <i style={{ background: `var(${panel.colour})` }} aria-hidden="true" />
        {t(`panel.${panel.id}`)}
      </span>
      <span className={classes.now}>
        {text ?? '–'} {text && <small>{panel.unit}</small>}
      </span>
      {note && <span className={classes.span}>{note}</span>}
      {earlier && <span className={classes.span}>{earlier}</span>}
      {summary && !earlier && (
        <span className={`${classes.span} ${classes.summary}`}>
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
