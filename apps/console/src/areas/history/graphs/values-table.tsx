import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useMomentText, useValueText } from './rail.tsx';
import { type Lines, summaryOf } from './series.ts';
import type { ShownPanel } from './use-sheet.ts';
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
    <section
      className="mx-5 mt-3 max-h-128 overflow-auto max-sm:mx-3.5"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable table needs the focus for its keys
      tabIndex={0}
      aria-label={t('table.caption', { name })}
    >
      <table className="text-sm w-full tabular-nums [&_thead_th]:sticky [&_thead_th]:bg-card [&_thead_th]:text-dim [&_thead_th]:font-semibold [&_thead_th]:top-0 [&_tbody_th]:font-medium">
        <caption className="sr-only">{t('table.caption', { name })}</caption>
        <thead>
          <tr>
            <th
              className="px-2.5 py-1.75 border-b border-line text-right whitespace-nowrap first:text-left"
              scope="col"
            >
              {t('table.time')}
            </th>
            {panels.map(({ panel }) => (
              <th
                className="px-2.5 py-1.75 border-b border-line text-right whitespace-nowrap first:text-left"
                key={panel.id}
                scope="col"
              >
                {t(`panel.${panel.id}`)} ({panel.unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.fromS}>
              <th
                className="px-2.5 py-1.75 border-b border-line text-right whitespace-nowrap first:text-left"
                scope="row"
              >
                {momentText(row.fromS, true)}
              </th>
              {panels.map(({ panel, lines }) => {
                const summary = summaryOf(lines, row.fromS, row.toS);
                const gap = gapIn(lines, row);
                return (
                  <td
                    className="px-2.5 py-1.75 border-b border-line text-right whitespace-nowrap"
                    key={panel.id}
                  >
                    {summary ? (
                      <>
                        {valueText(panel, summary.average)}{' '}
                        <small className="text-dim">
                          {valueText(panel, summary.least)} – {valueText(panel, summary.most)}
                        </small>
                      </>
                    ) : (
                      <small className="text-dim">{t(gap ? `gap.${gap}` : 'noValue')}</small>
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
