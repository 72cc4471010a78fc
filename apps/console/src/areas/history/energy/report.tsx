import type { Energy } from '@manoboard/contract/history/energy';
import { changeOf, trendOf } from '@manoboard/domain/energy/change';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { BarChart } from './bar-chart.tsx';
import { METRICS, useEnergyFormat } from './use-energy-format.ts';

interface Props {
  device: { id: string; name: string };
  energy: Energy;
}

/** A month on one page of A4: only this is printed. */
export function Report({ device, energy }: Props) {
  const t = useTranslations('energy');
  const format = useEnergyFormat(energy.settings.currency);
  const zone = useDisplayTimeZone();
  const { total, previous, comparison, settings, from, to, at } = energy;
  const isOpen = to > at;
  // A part of a month is never beside a whole one.
  const before = isOpen ? comparison?.before : previous.total;
  const month = format.period('month', from, to);
  const former = format.period('month', previous.from, previous.to);
  const rows: [string, string, string][] = [
    ...METRICS.map((metric): [string, string, string] => [
      t(`metric.${metric}`),
      format.withUnit(metric, total[metric]),
      format.withUnit(metric, before?.[metric] ?? null),
    ]),
    [t('pressure'), format.fixed(total.bar, 2), format.fixed(before?.bar ?? null, 2)],
    [t('specific.unit'), format.fixed(total.kwh_per_h, 2), format.fixed(before?.kwh_per_h ?? null, 2)],
    [
      t('co2.title'),
      t('co2.kg', { kg: format.fixed(total.co2_kg, 1) }),
      t('co2.kg', { kg: format.fixed(before?.co2_kg ?? null, 1) }),
    ],
    [t('measured'), format.percent(total.measured), format.percent(before?.measured ?? 0)],
  ];
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'figure',
      header: t('report.figure'),
      isRowHead: true,
      className: 'font-regular',
      cell: ([name]) => name,
    },
    { key: 'now', header: month, isNumber: true, className: 'font-bold', cell: ([, now]) => now },
    {
      key: 'before',
      header: isOpen ? t('report.samePart', { month: former }) : former,
      isNumber: true,
      cell: ([, , figure]) => figure,
    },
  ];
  const change = changeOf(energy, 'kwh');
  return (
    <Card
      aria-labelledby="energy-report-title"
      data-print
      className="max-w-200 print:fixed print:top-0 print:left-0 print:w-full print:max-w-none print:border-0 print:bg-white print:p-0 print:text-ink print:shadow-none"
    >
      <header className="flex flex-wrap justify-between items-start gap-3">
        <div>
          <h3 className="font-bold text-title" id="energy-report-title">
            {t('report.heading', { month })}
          </h3>
          <p className="mt-1 text-dim">
            {device.name} · {device.id}
          </p>
        </div>
        <Button
          className="print:hidden"
          variant="default"
          icon={<IconPrinter size={18} stroke={1.7} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('report.print')}
        </Button>
      </header>
      {isOpen && <p className="my-2.5">{t('report.open', { time: format.moment(at) })}</p>}
      {change && (
        <p className="my-2.5">
          {t.rich(isOpen ? 'sentence.comparedPart' : 'sentence.compared', {
            strong: (chunks) => <b>{chunks}</b>,
            trend: trendOf(change),
            share: format.percent(Math.abs(change.share)),
            period: 'month',
          })}
        </p>
      )}
      <div className="mt-4">
        <Table columns={columns} rows={rows} rowKey={([name]) => name} />
      </div>
      <h4 className="mt-5 mb-3 text-lg font-bold">{t('report.days')}</h4>
      <BarChart energy={energy} metric="kwh" format={format} />
      <p className="text-dim text-sm! mt-5!">
        {t('report.notes', {
          zone,
          grams: format.fixed(settings.co2_g, 0),
          price: settings.price === null ? '–' : format.price(settings.price),
        })}
      </p>
    </Card>
  );
}
