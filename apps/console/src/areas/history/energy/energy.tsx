import { type Energy as EnergyAnswer, EnergyPeriod } from '@manoboard/contract/history/energy';
import { changeOf, trendOf } from '@manoboard/domain/energy/change';
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconPrinter,
  IconSparkles,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { serverNowS } from '../../../lib/time/clock.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { wallTimeOf } from '../../../lib/time/wall-time.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { quietClass } from './energy-classes.ts';
import { csvHref, energyQuery } from './energy-query.ts';
import { FigureCards } from './figure-cards.tsx';
import { HeatMap } from './heat-map.tsx';
import { Report, type ReportDevice } from './report.tsx';
import { ReportCard } from './report-card.tsx';
import { Co2Card, SpecificCard, TariffCard } from './side-cards.tsx';
import { outlierOf } from './summary.ts';
import { TariffDialog } from './tariff-dialog.tsx';
import { UsageBars } from './usage-bars.tsx';
import { useEnergyFormat } from './use-energy-format.ts';
import { type EnergyView, readView, shiftDate, viewText } from './view.ts';

interface Props {
  device: ReportDevice;
  /** From the address. */
  view: string | undefined;
  onView: (view: string) => void;
}

/** The day of a moment in the display zone. */
function dateOf(seconds: number): string {
  const { year, month, day } = wallTimeOf(seconds);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

interface ControlsProps {
  view: EnergyView;
  energy: EnergyAnswer | undefined;
  onView: (view: EnergyView) => void;
}

function Controls({ view, energy, onView }: ControlsProps) {
  const t = useTranslations('energy');
  const format = useEnergyFormat('EUR');
  const today = dateOf(serverNowS());
  const date = view.date ?? today;
  const isPresent = energy ? energy.to > energy.at : view.date === undefined;
  const move = (count: number) => onView({ ...view, date: shiftDate(view.period, date, count) });
  const isOldest = energy !== undefined && (energy.since === null || energy.from <= energy.since);
  return (
    <>
      <Segmented
        label={t('periodChoice')}
        value={view.period}
        options={EnergyPeriod.options.map((value) => ({ value, label: t(`period.${value}`) }))}
        isDisabled={false}
        onChange={(period) => onView({ ...view, kind: 'figures', period })}
      />
      <div className="flex items-center justify-between text-md font-semibold rounded-md bg-card inset-ring inset-ring-line-strong flex-initial min-w-52 max-sm:grow max-sm:basis-full">
        <button
          className="grid place-items-center rounded-md cursor-pointer size-9 pointer-coarse:min-w-11 pointer-coarse:min-h-11 aria-disabled:text-off aria-disabled:cursor-not-allowed"
          type="button"
          aria-label={t('earlier')}
          aria-disabled={isOldest}
          onClick={() => !isOldest && move(-1)}
        >
          <IconChevronLeft size={18} stroke={1.8} aria-hidden />
        </button>
        <span className="px-1 text-center" aria-live="polite">
          {energy ? format.period(view.period, energy.from, energy.to) : date}
        </span>
        <button
          className="grid place-items-center rounded-md cursor-pointer size-9 pointer-coarse:min-w-11 pointer-coarse:min-h-11 aria-disabled:text-off aria-disabled:cursor-not-allowed"
          type="button"
          aria-label={t('later')}
          aria-disabled={isPresent}
          onClick={() => !isPresent && move(1)}
        >
          <IconChevronRight size={18} stroke={1.8} aria-hidden />
        </button>
      </div>
    </>
  );
}

/** The period in words: how much, for how much, more or less than before, and the day that stands out. */
function Sentence({ energy, view, onView }: ControlsProps & { energy: EnergyAnswer }) {
  const t = useTranslations('energy.sentence');
  const format = useEnergyFormat(energy.settings.currency);
  const { total, from, to, at } = energy;
  const change = changeOf(energy, 'kwh');
  const outlier = outlierOf(energy);
  const strong = (chunks: React.ReactNode) => <b>{chunks}</b>;
  return (
    <Card aria-label={t('label')} className="grid gap-3 grid-cols-[auto_minmax(0,1fr)]">
      <IconSparkles className="text-link mt-0.5" size={20} stroke={1.7} aria-hidden />
      <p className="text-lg leading-relaxed">
        {total.kwh === null
          ? t('unknown', { period: format.period(view.period, from, to) })
          : t.rich('used', {
              strong,
              period: format.period(view.period, from, to),
              isOpen: to > at ? 'yes' : 'no',
              kwh: format.withUnit('kwh', total.kwh),
              hasCost: total.cost === null ? 'no' : 'yes',
              cost: total.cost === null ? '' : format.money(total.cost),
            })}{' '}
        {change &&
          t.rich(to > at ? 'comparedPart' : 'compared', {
            strong,
            trend: trendOf(change),
            share: format.percent(Math.abs(change.share)),
            period: view.period,
          })}{' '}
        {outlier &&
          t.rich('outlier', {
            strong,
            day: format.bucket('day', outlier.t),
            hours: format.withUnit('running_h', outlier.running_h),
            usual: format.withUnit('running_h', outlier.usual_h),
          })}{' '}
        {outlier && (
          <TextButton onClick={() => onView({ ...view, period: 'day', date: dateOf(outlier.t) })}>
            {t('open')}
          </TextButton>
        )}
        <span className={quietClass}> {to > at && t('asOf', { time: format.moment(at) })}</span>
      </p>
    </Card>
  );
}

function Figures({
  energy,
  view,
  device,
  onView,
}: ControlsProps & Pick<Props, 'device'> & { energy: EnergyAnswer }) {
  const t = useTranslations('energy');
  const zone = useDisplayTimeZone();
  const format = useEnergyFormat(energy.settings.currency);
  const [isEditing, setIsEditing] = useState(false);
  const { measured } = energy.total;
  return (
    <>
      <Sentence energy={energy} view={view} onView={onView} />
      {measured > 0 && measured < 0.98 && (
        <p className="text-md rounded-md px-4 py-2.5 bg-wait-soft text-wait-ink" role="note">
          {t('incomplete', { share: format.percent(measured) })}
        </p>
      )}
      <FigureCards energy={energy} format={format} />
      <div className="grid items-start gap-gutter grid-cols-[minmax(0,2fr)_minmax(0,1fr)] max-xl:grid-cols-1">
        <div className="grid gap-gutter grid-cols-1">
          <UsageBars key={`${energy.from} ${energy.step}`} energy={energy} format={format} />
          <HeatMap heat={energy.heat} />
        </div>
        <div className="grid gap-gutter grid-cols-1">
          <TariffCard energy={energy} format={format} onEdit={() => setIsEditing(true)} />
          <SpecificCard energy={energy} format={format} />
          <ReportCard deviceId={device.id} settings={energy.settings} zone={zone} />
          <Co2Card
            energy={energy}
            format={format}
            name={format.period(view.period, energy.from, energy.to)}
          />
        </div>
      </div>
      {isEditing && (
        <TariffDialog
          device={device}
          zone={zone}
          settings={energy.settings}
          onClose={() => setIsEditing(false)}
        />
      )}
    </>
  );
}

/** Energy, running hours, starts and cost of a device by calendar periods. */
export function Energy({ device, view: text, onView }: Props) {
  const t = useTranslations();
  const zone = useDisplayTimeZone();
  const view = readView(text);
  const query = useQuery(energyQuery(device.id, view, zone));
  const { isPlaceholderData } = query;
  const show = (next: EnergyView) => onView(viewText(next));
  return (
    <div className="grid gap-gutter grid-cols-1 [&_h3]:text-lg [&_h3]:font-semibold [&_h3]:tracking-tight aria-busy:opacity-60">
      <div className="flex items-center flex-wrap gap-2.5 [&>:nth-child(3)]:ml-auto">
        <Controls view={view} energy={isPlaceholderData ? undefined : query.data} onView={show} />
        <button
          type="button"
          className="inline-flex items-center gap-2 px-4 rounded-md bg-card inset-ring inset-ring-line-strong text-ink text-md font-semibold cursor-pointer min-h-9 pointer-coarse:min-w-11 pointer-coarse:min-h-11"
          onClick={() =>
            show(
              view.kind === 'report'
                ? { ...view, kind: 'figures' }
                : { ...view, kind: 'report', period: 'month' },
            )
          }
        >
          {view.kind === 'report' ? (
            <IconArrowLeft size={16} stroke={1.8} aria-hidden />
          ) : (
            <IconPrinter size={16} stroke={1.8} aria-hidden />
          )}
          {t(view.kind === 'report' ? 'energy.report.back' : 'energy.report.show')}
        </button>
        <DownloadLink href={csvHref(device.id, view, zone)} fileName={`${device.id}-energy.csv`}>
          {t('energy.csv')}
        </DownloadLink>
      </div>
      <QueryStates query={query} cards={3} stale={() => t('energy.stale')}>
        {(energy) =>
          energy.since === null ? (
            <Notice title={t('energy.empty')} text={t('energy.emptyHint')} />
          ) : (
            <div
              className="grid gap-gutter grid-cols-1 [&_h3]:text-lg [&_h3]:font-semibold [&_h3]:tracking-tight aria-busy:opacity-60"
              aria-busy={isPlaceholderData || undefined}
            >
              {view.kind === 'report' ? (
                <Report device={device} energy={energy} />
              ) : (
                <Figures energy={energy} view={view} device={device} onView={show} />
              )}
            </div>
          )
        }
      </QueryStates>
    </div>
  );
}
