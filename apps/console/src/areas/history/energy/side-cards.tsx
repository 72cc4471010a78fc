import type { Energy } from '@manoboard/contract/history/energy';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { cardHeadClass, quietClass } from './energy-classes.ts';
import { HourStrip, lowSpans } from './hour-strip.tsx';
import type { EnergyFormat } from './use-energy-format.ts';

interface Props {
  energy: Energy;
  format: EnergyFormat;
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-md">
      <dt className="text-dim">{name}</dt>
      <dd className="font-semibold whitespace-nowrap tabular-nums tracking-tight">{value}</dd>
    </div>
  );
}

/** The tariff as a strip of hours. */
export function TariffCard({ energy, format, onEdit }: Props & { onEdit: () => void }) {
  const t = useTranslations('energy.tariff');
  const { price, low_price, low_hours } = energy.settings;
  const { kwh, low_kwh } = energy.total;
  const [monday = 0, saturday = 0] = [low_hours[0], low_hours[5]];
  const hours = lowSpans(monday)
    .map(([from, to]) => `${from} – ${to}`)
    .join(', ');
  return (
    <Card aria-labelledby="energy-tariff">
      <div className={cardHeadClass}>
        <h3 id="energy-tariff">{t('title')}</h3>
        <TextButton onClick={onEdit}>{t(price === null ? 'enter' : 'edit')}</TextButton>
      </div>
      {price === null && <p className={quietClass}>{t('missing')}</p>}
      {price !== null && low_price !== null && (
        <>
          <HourStrip label={t(monday === saturday ? 'everyDay' : 'workdays')} lowHours={monday} />
          {monday !== saturday && <HourStrip label={t('weekend')} lowHours={saturday} />}
        </>
      )}
      {price !== null && (
        <dl className="grid gap-2 my-2.5">
          <Row name={t(low_price === null ? 'single' : 'high')} value={format.price(price)} />
          {low_price !== null && <Row name={t('low', { hours })} value={format.price(low_price)} />}
          {low_price !== null && kwh !== null && low_kwh !== null && kwh > 0 && (
            <Row name={t('lowShare')} value={format.percent(low_kwh / kwh)} />
          )}
        </dl>
      )}
    </Card>
  );
}

/** Specific energy inside the usual band of this device. */
export function SpecificCard({ energy, format }: Props) {
  const t = useTranslations('energy.specific');
  const { band, total, buckets } = energy;
  const value = total.kwh_per_h;
  const known = buckets.flatMap(({ kwh_per_h }) => kwh_per_h ?? []);
  const state =
    band === null || value === null
      ? 'unknown'
      : value > band.high
        ? 'above'
        : value < band.low
          ? 'below'
          : 'inside';
  const Icon = state === 'inside' ? IconCircleCheck : IconAlertTriangle;
  return (
    <Card aria-labelledby="energy-specific">
      <h3 id="energy-specific">{t('title')}</h3>
      <p className="tabular-nums tracking-tight text-title font-bold leading-[1.15]">
        {format.fixed(value, 2)}{' '}
        <small className="text-md text-dim font-regular tracking-normal">{t('unit')}</small>
      </p>
      {band && known.length > 1 && <BandChart values={known} band={band} />}
      <p
        className="flex items-center gap-2 text-md font-semibold mt-2.5 mb-1 data-[state=inside]:text-run-ink data-[state=unknown]:text-dim data-[state=unknown]:font-regular data-[state=above]:text-wait-ink"
        data-state={state}
      >
        {state !== 'unknown' && <Icon size={18} stroke={1.8} aria-hidden />}
        {state === 'unknown' || band === null
          ? t('unknown')
          : t(state, { low: format.fixed(band.low, 2), high: format.fixed(band.high, 2) })}
      </p>
      <p className={quietClass}>{t('hint')}</p>
    </Card>
  );
}

/** The line of the buckets over the band. */
function BandChart({ values, band }: { values: readonly number[]; band: { low: number; high: number } }) {
  const [least, most] = [Math.min(band.low, ...values), Math.max(band.high, ...values)];
  const room = (most - least || 1) * 0.15;
  const y = (value: number) => 100 - ((value - least + room) / (most - least + 2 * room)) * 100;
  const points = values.map((value, i) => `${(i / (values.length - 1)) * 100},${y(value)}`).join(' ');
  return (
    <svg
      className="block w-full h-13 mt-3 mb-1"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect
        className="fill-run-soft"
        x="0"
        width="100"
        y={y(band.high)}
        height={Math.max(1, y(band.low) - y(band.high))}
      />
      <polyline
        className="fill-none stroke-(--c-power) stroke-[1.6px]"
        points={points}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Estimated from the grams per kWh of the settings. */
export function Co2Card({ energy, format, name }: Props & { name: string }) {
  const t = useTranslations('energy.co2');
  const { total, previous, settings } = energy;
  const kilograms = (value: number | null) => t('kg', { kg: format.fixed(value, 1) });
  return (
    <Card aria-labelledby="energy-co2">
      <h3 id="energy-co2">{t('title')}</h3>
      <dl className="grid gap-2 my-2.5">
        <Row name={name} value={kilograms(total.co2_kg)} />
        <Row name={t('before')} value={kilograms(previous.total.co2_kg)} />
      </dl>
      <p className={quietClass}>{t('source', { grams: format.fixed(settings.co2_g, 0) })}</p>
    </Card>
  );
}
