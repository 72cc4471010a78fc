import type { Energy } from '@manoboard/contract/history/energy';
import { changeOf, type EnergyChange, trendOf } from '@manoboard/domain/energy/change';
import {
  IconBolt,
  IconClock,
  IconCurrencyEuro,
  IconRefresh,
  IconTilde,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { quietClass } from './energy-classes.ts';
import { type EnergyFormat, METRICS, type Metric } from './use-energy-format.ts';

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
const ICONS = {
  kwh: <IconBolt {...icon} />,
  running_h: <IconClock {...icon} />,
  starts: <IconRefresh {...icon} />,
  cost: <IconCurrencyEuro {...icon} />,
} as const satisfies Record<Metric, unknown>;
const TRENDS = { less: IconTrendingDown, same: IconTilde, more: IconTrendingUp } as const;

const TREND_CLASSES = { less: 'text-run-ink', same: 'text-dim', more: 'text-wait-ink' };

/** Two bars: the period, and the same part of the one before. */
function Compared({
  metric,
  change,
  format,
}: {
  metric: Metric;
  change: EnergyChange;
  format: EnergyFormat;
}) {
  const t = useTranslations('energy');
  const { now, before, share } = change;
  const most = Math.max(now, before);
  const trend = trendOf(change);
  const Trend = TRENDS[trend];
  return (
    <>
      <span
        className="rounded-sm h-1.5 min-w-0.5 bg-accent forced-colors:border forced-colors:border-[CanvasText]"
        style={{ width: `${(now / most) * 100}%` }}
        aria-hidden="true"
      />
      <span
        className="rounded-sm h-1.5 min-w-0.5 bg-faint -mt-0.5 forced-colors:border forced-colors:border-[CanvasText]"
        style={{ width: `${(before / most) * 100}%` }}
        aria-hidden="true"
      />
      <span className="text-sm text-dim mt-1">
        <b className={`font-semibold ${TREND_CLASSES[trend]}`}>
          <Trend className="inline mr-1" size={16} stroke={1.9} aria-hidden />
          {t('change', { share: format.percent(Math.abs(share)), trend })}
        </b>{' '}
        · {t('before', { value: format.withUnit(metric, before) })}
      </span>
    </>
  );
}

/** Four figures of the period, each with the same part of the previous one. */
export function FigureCards({ energy, format }: { energy: Energy; format: EnergyFormat }) {
  const t = useTranslations('energy');
  return (
    <div className="grid gap-gutter grid-cols-4 max-lg:grid-cols-2">
      {METRICS.map((metric) => {
        const change = changeOf(energy, metric);
        const value = energy.total[metric];
        const needsPrice = metric === 'cost' && energy.settings.price === null;
        return (
          <Card
            key={metric}
            aria-labelledby={`energy-${metric}`}
            className="grid gap-1 justify-items-start content-start"
          >
            <h3 className="flex items-center gap-2 text-dim text-md font-regular" id={`energy-${metric}`}>
              {ICONS[metric]}
              {t(`metric.${metric}`)}
            </h3>
            <p className="tabular-nums tracking-tight text-title font-bold leading-[1.15]">
              {format.value(metric, value)}{' '}
              {value !== null && (
                <small className="text-md text-dim font-regular tracking-normal">{format.unit(metric)}</small>
              )}
            </p>
            {change ? (
              <Compared metric={metric} change={change} format={format} />
            ) : (
              <span className={quietClass}>{t(needsPrice ? 'noPrice' : 'notCompared')}</span>
            )}
          </Card>
        );
      })}
    </div>
  );
}
