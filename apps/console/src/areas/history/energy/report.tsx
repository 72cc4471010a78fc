import type { Energy } from '@manoboard/contract/history/energy';
import { missingS, waterOf } from '@manoboard/domain/pump/month-report';
import { HOUR_S } from '@manoboard/domain/time';
import { IconPrinter } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { config } from '../../../lib/page/config.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { BarChart } from './bar-chart.tsx';
import { EventList, useDone, useHappened } from './month-events.tsx';
import { useMonth } from './month-queries.ts';
import { METRICS, useEnergyFormat } from './use-energy-format.ts';

export interface ReportDevice {
  id: string;
  name: string;
  /** Sent to staff only; the report of an owner has their own name. */
  owner?: string | null;
  relation?: string;
}

type Month = ReturnType<typeof useMonth>;

interface Props {
  device: ReportDevice;
  energy: Energy;
}

/** Who made the report, of which pump and whose; an unknown line is left out. */
function Head({ device, place, me }: Pick<Props, 'device'> & Pick<Month, 'place' | 'me'>) {
  const t = useTranslations('energy.report');
  const isOwn = device.relation === 'owner';
  const myName = me && [me.name, me.surname].filter(Boolean).join(' ');
  const where = [place?.place?.name, place?.place?.address ?? place?.proposed_address]
    .filter(Boolean)
    .join(', ');
  const lines = [
    [t('pump'), `${device.name} · ${device.id}`],
    [t('place'), where],
    [t('owner'), isOwn ? myName : device.owner],
    [t('by'), isOwn ? undefined : [myName, me?.phone_number].filter(Boolean).join(', ')],
  ] as const;
  return (
    <dl className="grid gap-x-4 mt-2 text-md grid-cols-[auto_minmax(0,1fr)]">
      {lines.map(
        ([name, text]) =>
          text && (
            <Fragment key={name}>
              <dt className="text-dim">{name}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

/** Litres with their band; without a curve or a measurement nothing is made up. */
function Water({ history }: Pick<Month, 'history'>) {
  const t = useTranslations('energy.report');
  const { number } = useFormatter();
  if (!history) return null;
  const water = waterOf(history);
  const round = (litres: number) => number(litres, { maximumSignificantDigits: 3 });
  return (
    <p className="mt-3 text-lg">
      {water ? (
        <>
          {t.rich('water', {
            strong: (chunks) => <b>{chunks}</b>,
            litres: round(water.litres),
            error: round(water.errorLitres),
          })}{' '}
          {water.known < 0.98 && (
            <span className="text-dim text-md">
              {t('waterKnown', {
                share: number(water.known, { style: 'percent', maximumFractionDigits: 0 }),
              })}
            </span>
          )}
        </>
      ) : (
        t('noWater')
      )}
    </p>
  );
}

/** How long there were no data, in days or hours. */
function Gap({ energy }: Pick<Props, 'energy'>) {
  const t = useTranslations('energy.report');
  const hours = missingS(energy) / HOUR_S;
  if (hours < 1) return null;
  const days = Math.round(hours / 24);
  return (
    <p className="text-md text-wait-ink">
      {t('gap', { days: hours < 36 ? 0 : days, hours: Math.round(hours) })}
    </p>
  );
}

/** A month on one page of A4 for whom the pump belongs to: only this is printed. */
export function Report({ device, energy }: Props) {
  const t = useTranslations('energy');
  const format = useEnergyFormat(energy.settings.currency);
  const zone = useDisplayTimeZone();
  const monthly = useMonth(device.id, energy);
  const happened = useHappened(monthly.alerts);
  const done = useDone(monthly, energy);
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
  return (
    <Card
      aria-labelledby="energy-report-title"
      data-print
      className="max-w-200 print:fixed print:[zoom:0.78] print:top-0 print:left-0 print:w-full print:max-w-none print:border-0 print:bg-white print:p-0 print:text-ink print:shadow-none"
    >
      <header className="flex flex-wrap justify-between items-start gap-3">
        <div>
          <h3 className="font-bold text-title" id="energy-report-title">
            {t('report.heading', { month: format.bucket('month', from) })}
          </h3>
          <p className="text-dim">{[config.firm_name, config.contact_email].filter(Boolean).join(' · ')}</p>
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
      <Head device={device} place={monthly.place} me={monthly.me} />
      {isOpen && <p className="mt-2.5">{t('report.open', { time: format.moment(at) })}</p>}
      <Water history={monthly.history} />
      <Gap energy={energy} />
      <div className="mt-4">
        <Table columns={columns} rows={rows} rowKey={([name]) => name} />
      </div>
      <div className="print:hidden">
        <h4 className="mt-5 mb-3 text-lg font-bold">{t('report.days')}</h4>
        <BarChart energy={energy} metric="kwh" format={format} />
      </div>
      {happened && (
        <EventList
          title={t('report.happened')}
          events={happened}
          total={monthly.alerts?.total ?? 0}
          none={t('report.nothing')}
        />
      )}
      {done && (
        <EventList title={t('report.done')} events={done} total={done.length} none={t('report.noWork')} />
      )}
      <p className="text-dim text-sm! mt-5!">
        {t('report.notes', {
          zone,
          price: settings.price === null ? '–' : format.price(settings.price),
        })}
      </p>
      <div className="grid grid-cols-2 gap-8 mt-12 text-sm text-dim">
        <p className="border-t border-line-strong pt-1">{t('report.signSupplier')}</p>
        <p className="border-t border-line-strong pt-1">{t('report.signCustomer')}</p>
      </div>
    </Card>
  );
}
