import type { Energy } from '@manoboard/contract/history/energy';
import { energyCalls } from '@manoboard/contract/history/energy.calls';
import { compareDay, type DayComparison } from '@manoboard/domain/energy/usual-day';
import { litresOf } from '@manoboard/domain/history/litres';
import { HOUR_S } from '@manoboard/domain/time';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { readQuery } from '../../../lib/http/read-query.ts';
import { isNotOffered } from '../../../lib/http/use-problem-text.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { secondsOfWallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';
import { Card } from '../../../ui/card.tsx';
import { useEnergyFormat } from '../energy/use-energy-format.ts';
import { useLastDay } from './last-day.ts';

/** Midnights of today and of the days before in the display zone, today's last. */
function midnights(nowS: number, days: number): number[] {
  const today = wallTimeOf(nowS);
  return Array.from({ length: days + 1 }, (_, at) =>
    secondsOfWallTime({ ...today, day: today.day - days + at, hours: 0, minutes: 0 }),
  );
}

/** Hours of this week and of the last one: at least seven days before today. */
const useHours = (deviceId: string, zone: string) =>
  useQuery(
    readQuery(['energy', deviceId, 'hours', zone], energyCalls.energy, {
      params: { id: deviceId },
      query: { period: 'week', step: 'hour', zone },
    }),
  );

const DAYS = 7;

/** R9.2: litres, energy and starts of today, each against the same hours of the days before. */
export function TodayCard({ deviceId }: { deviceId: string }) {
  const t = useTranslations('today');
  const zone = useDisplayTimeZone();
  const { data: energy, error } = useHours(deviceId, zone);
  if (isNotOffered(error)) return null;
  const isFailed = error !== null && energy === undefined;
  if (isFailed) return <Card className="text-md text-dim">{t('failed')}</Card>;
  return (
    <Card
      className="grid grid-cols-3 p-0! max-[22em]:grid-cols-1 [&>*+*]:border-l [&>*+*]:border-line"
      aria-label={t('title')}
    >
      <Litres deviceId={deviceId} />
      <EnergyToday energy={energy} />
      <StartsToday energy={energy} />
    </Card>
  );
}

const comparisonOf = (energy: Energy, field: 'kwh' | 'starts') =>
  compareDay([...energy.previous.buckets, ...energy.buckets], field, midnights(energy.at, DAYS), energy.at);

function Litres({ deviceId }: { deviceId: string }) {
  const t = useTranslations('today');
  const { number, dateTime } = useFormatter();
  const { data: day } = useLastDay(deviceId);
  const nowS = serverNowS();
  const midnightS = midnights(nowS, 0)[0] ?? nowS;
  const found = day && litresOf(day, midnightS, nowS);
  const isWhole = found && found.sinceS - midnightS < HOUR_S;
  const whole = (value: number) => number(value, { maximumFractionDigits: 0 });
  return (
    <Figure
      label={t('litres')}
      value={found ? whole(found.litres) : day ? undefined : '…'}
      unit={found ? t('litresBand', { error: whole(found.error) }) : ''}
      note={
        found
          ? [
              !isWhole &&
                t('since', { time: dateTime(found.sinceS * 1000, { hour: '2-digit', minute: '2-digit' }) }),
              t('estimate'),
            ]
              .filter(Boolean)
              .join(' · ')
          : day && t('unknownLitres')
      }
    />
  );
}

function EnergyToday({ energy }: { energy: Energy | undefined }) {
  const t = useTranslations('today');
  const format = useEnergyFormat(energy?.settings.currency ?? 'EUR');
  const kwh = energy && comparisonOf(energy, 'kwh');
  const price = energy?.settings.price ?? null;
  const cost =
    kwh?.today != null && price !== null ? t('about', { money: format.money(kwh.today * price) }) : '';
  return (
    <Figure
      label={t('energy')}
      value={kwh ? (kwh.today === null ? undefined : format.value('kwh', kwh.today)) : '…'}
      unit="kWh"
      note={kwh && [cost, verdictText(t, kwh)].filter(Boolean).join(' · ')}
      hours={kwh?.hours}
      colour="var(--c-load)"
    />
  );
}

function StartsToday({ energy }: { energy: Energy | undefined }) {
  const t = useTranslations('today');
  const starts = energy && comparisonOf(energy, 'starts');
  const { usual } = starts ?? {};
  return (
    <Figure
      label={t('starts')}
      value={starts ? (starts.today === null ? undefined : `${starts.today}`) : '…'}
      unit="×"
      note={
        usual ? t('usually', { ...usual, isRange: `${usual.low < usual.high}` }) : starts && t('notKnownYet')
      }
      hours={starts?.hours}
      colour="var(--c-pressure)"
    />
  );
}

const verdictText = (
  t: (key: `verdict.${Exclude<DayComparison['verdict'], 'unknown'>}`) => string,
  { verdict }: DayComparison,
) => (verdict === 'unknown' ? '' : t(`verdict.${verdict}`));

interface FigureProps {
  label: string;
  /** `undefined` is unknown: the note says why. */
  value: string | undefined;
  unit: string;
  note: ReactNode;
  hours?: readonly (number | null)[] | undefined;
  colour?: string;
}

function Figure({ label, value, unit, note, hours = [], colour = 'var(--c-flow)' }: FigureProps) {
  const most = Math.max(0, ...hours.map((hour) => hour ?? 0));
  return (
    <div className="grid min-h-28 content-start gap-0.5 p-4 max-sm:p-3">
      <span className="text-sm text-dim">{label}</span>
      {value !== undefined && (
        <span className="text-xl font-bold tracking-tight tabular-nums">
          {value} <span className="text-sm font-normal text-dim">{unit}</span>
        </span>
      )}
      <span className="text-sm text-pretty text-dim">{note || (value === undefined && '–')}</span>
      {most > 0 && (
        <span className="mt-auto flex h-6 items-end gap-px" style={{ color: colour }} aria-hidden="true">
          {hours.map((hour, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: an hour of the day is its place
              key={at}
              className="min-h-px flex-1 bg-current opacity-55"
              style={{ height: `${(100 * (hour ?? 0)) / most}%` }}
            />
          ))}
        </span>
      )}
    </div>
  );
}
