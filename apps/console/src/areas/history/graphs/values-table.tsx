import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useMomentText, useValueText } from './rail.tsx';
import { type Lines, summaryOf } from './series.ts';
import type { ShownPanel } from './use-sheet.ts';
import classes from './values-table.module.css';
import type { Bounds } from './view.ts';

/** More rows are tiring to listen to; the export has all of them. */
const MOST_ROWS = 24;

/** Rows of equal length, from round buckets of the range. */
const rowsOf = ({ fromS, toS }: Bounds) => {
  const lengthS = (toS - fromS) / MOST_ROWS;
  return Array.from({ length: MOST_ROWS }, (_, at) => ({
    fromS: fromS + at * lengthS,
    toS: fromS + (at + 1) * lengthS,
  }));
};

const gapIn = ({ gaps }: Lines, { fromS, toS }: Bounds) =>
  gaps.find(({ from, to }) => from < toS && to > fromS)?.reason;

interface Props {
  panels: readonly ShownPanel[];
  bounds: Bounds;
  name: string;
}

/** The same values as text: average, least and most of each part of the range. */
export function ValuesTable({ panels, bounds, name }: Props) {
  const t = useTranslations('graphs');
  const valueText = useValueText();
  const momentText = useMomentText();
  const { fromS, toS } = bounds;
  const rows = useMemo(() => rowsOf({ fromS, toS }), [fromS, toS]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable table needs the focus for its keys
    <section className={classes.tableBox} tabIndex={0} aria-label={t('table.caption', { name })}>
      <table className={classes.table}>
        <caption className="vh">{t('table.caption', { name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.time')}</th>
            {panels.map(({ panel }) => (
              <th key={panel.id} scope="col">
                {t(`panel.${panel.id}`)} ({panel.unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.fromS}>
              <th scope="row">{momentText(row.fromS, true)}</th>
              {panels.map(({ panel, lines }) => {
                const summary = summaryOf(lines, row.fromS, row.toS);
                const gap = gapIn(lines, row);
                return (
                  <td key={panel.id}>
                    {summary ? (
                      <>
                        {valueText(panel, summary.average)}{' '}
                        <small className="dim">
                          {valueText(panel, summary.least)} – {valueText(panel, summary.most)}
                        </small>
                      </>
                    ) : (
                      <small className="dim">{t(gap ? `gap.${gap}` : 'noValue')}</small>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
