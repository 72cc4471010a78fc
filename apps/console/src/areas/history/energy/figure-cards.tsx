import type { Energy } from '@manoboard/contract/history/energy';
import { changeOf, type EnergyChange } from '@manoboard/domain/energy/change';
import {
  IconBolt,
  IconClock,
  IconCurrencyEuro,
  IconRefresh,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import classes from './energy.module.css';
import { type EnergyFormat, METRICS, type Metric } from './use-energy-format.ts';

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
const ICONS = {
  kwh: <IconBolt {...icon} />,
  running_h: <IconClock {...icon} />,
  starts: <IconRefresh {...icon} />,
  cost: <IconCurrencyEuro {...icon} />,
} as const satisfies Record<Metric, unknown>;

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
  const isLess = share <= 0;
  const Trend = isLess ? IconTrendingDown : IconTrendingUp;
  return (
    <>
      <span className={classes.bar} style={{ width: `${(now / most) * 100}%` }} aria-hidden="true" />
      <span
        className={classes.bar}
        data-before=""
        style={{ width: `${(before / most) * 100}%` }}
        aria-hidden="true"
      />
      <span className={classes.change}>
        <b className="wait-ink bold" data-less={isLess}>
          <Trend size={16} stroke={1.9} aria-hidden />
          {t('change', { share: format.percent(Math.abs(share)), isLess: isLess ? 'yes' : 'no' })}
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
    <div className={classes.figures}>
      {METRICS.map((metric) => {
        const change = changeOf(energy, metric);
        const value = energy.total[metric];
        const needsPrice = metric === 'cost' && energy.settings.price === null;
        return (
          <Card key={metric} aria-labelledby={`energy-${metric}`} className={classes.figure}>
            <h3 id={`energy-${metric}`}>
              {ICONS[metric]}
              {t(`metric.${metric}`)}
            </h3>
            <p className={`${classes.big} num`}>
              {format.value(metric, value)}{' '}
              {value !== null && (
                <small className="dim text-md regular untracked">{format.unit(metric)}</small>
              )}
            </p>
            {change ? (
              <Compared metric={metric} change={change} format={format} />
            ) : (
              <span className={classes.quiet}>{t(needsPrice ? 'noPrice' : 'notCompared')}</span>
            )}
          </Card>
        );
      })}
    </div>
  );
}
