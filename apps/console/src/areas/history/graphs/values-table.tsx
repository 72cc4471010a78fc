import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Column, Table } from '../../../ui/table.tsx';
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
  const columns: Column<Bounds>[] = [
    {
      key: 'time',
      header: t('table.time'),
      isRowHead: true,
      className: 'font-medium whitespace-nowrap',
      cell: (row) => momentText(row.fromS, true),
    },
    ...panels.map(({ panel, lines }) => ({
      key: panel.id,
      header: `${t(`panel.${panel.id}`)} (${panel.unit})`,
      isNumber: true,
      cell: (row: Bounds) => {
        const summary = summaryOf(lines, row.fromS, row.toS);
        const gap = gapIn(lines, row);
        if (!summary) return <small className="text-dim">{t(gap ? `gap.${gap}` : 'noValue')}</small>;
        return (
          <>
            {valueText(panel, summary.average)}{' '}
            <small className="text-dim">
              {valueText(panel, summary.least)} – {valueText(panel, summary.most)}
            </small>
          </>
        );
      },
    })),
  ];
  const label = t('table.caption', { name });
  return (
    <section
      className="mx-5 mt-3 max-h-128 overflow-auto max-sm:mx-3.5"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable table needs the focus for its keys
      tabIndex={0}
      aria-label={label}
    >
      <Table label={label} columns={columns} rows={rows} rowKey={(row) => row.fromS} sticky="box" isDense />
    </section>
  );
}
