import type { CommandStatus } from '@manoboard/contract/command/command';
import type { Statistics } from '@manoboard/contract/history/statistics';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { fcDevicesQuery } from '../../../device/queries.ts';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { AlertDays, alertsIn } from './alert-days.tsx';
import { CountBars } from './count-bars.tsx';
import { FleetCards } from './fleet-cards.tsx';
import type { PeriodDays } from './periods.ts';
import { PeriodChoice, StatisticsFrame } from './statistics-frame.tsx';
import { statisticsQuery } from './statistics-query.ts';
import { UsageCharts } from './usage-charts.tsx';

const OUTCOMES = ['done', 'refused', 'failed', 'silent', 'open'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** A refused command was never executed; without an answer it is unknown whether it was. */
const outcomeOf: Record<CommandStatus, Outcome> = {
  done: 'done',
  rejected: 'refused',
  failed: 'failed',
  expired: 'silent',
  timeout: 'silent',
  created: 'open',
  published: 'open',
  accepted: 'open',
};

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);

type StatisticsState = ReturnType<typeof useStatistics>;
const useStatistics = (days: PeriodDays) => useQuery(statisticsQuery(days, useDisplayTimeZone()));

function AlertCards({ query }: { query: StatisticsState }) {
  const t = useTranslations('statistics');
  const language = useLanguage();
  const days = query.data?.periods.map(alertsIn);
  const sum = days && sumOf(days);
  return (
    <>
      <QueryPanel
        id="statistics-days"
        title={t('byDay.title')}
        hint={sum ? t('byDay.sum', { count: sum, most: Math.max(...days) }) : undefined}
        query={query}
      >
        {({ periods }) =>
          sum === 0 ? (
            <p className="text-md text-dim wrap-anywhere">{t('byDay.none')}</p>
          ) : (
            <AlertDays periods={periods} />
          )
        }
      </QueryPanel>
      {query.data && query.data.alerts.length > 0 && (
        <QueryPanel id="statistics-kinds" title={t('byKind.title')} query={query}>
          {({ alerts }) => (
            <CountBars
              rows={alerts.map(({ code, titles, raised, open }) => ({
                id: code,
                label: titles[language],
                count: raised,
                more: t('byKind.open', { count: open }),
              }))}
            />
          )}
        </QueryPanel>
      )}
    </>
  );
}

const countOf = (commands: Statistics['commands'], outcome: Outcome) =>
  sumOf(commands.filter(({ status }) => outcomeOf[status] === outcome).map(({ count }) => count));

function CommandsCard({ query }: { query: StatisticsState }) {
  const t = useTranslations('statistics.commands');
  const sum = query.data && sumOf(query.data.commands.map(({ count }) => count));
  return (
    <QueryPanel
      id="statistics-commands"
      title={t('title')}
      hint={sum ? t('sum', { count: sum }) : undefined}
      query={query}
    >
      {({ commands }) =>
        sum === 0 ? (
          <p className="text-md text-dim wrap-anywhere">{t('none')}</p>
        ) : (
          <CountBars
            rows={OUTCOMES.map((outcome) => ({
              id: outcome,
              label: t(`outcome.${outcome}`),
              count: countOf(commands, outcome),
            }))}
          />
        )
      }
    </QueryPanel>
  );
}

interface Props {
  days: PeriodDays;
  onDays: (days: PeriodDays) => void;
  /** The device of the charts of running and energy; undefined: all. */
  deviceId: string | undefined;
  onDevice: (deviceId: string | undefined) => void;
}

/** R2.1: what the devices that the user may see did, and what the server counts of them. */
export function Charts({ days, onDays, deviceId, onDevice }: Props) {
  const t = useTranslations('statistics');
  const query = useStatistics(days);
  const { data: devices } = useQuery(fcDevicesQuery);
  return (
    <StatisticsFrame text={t('lead')} action={<PeriodChoice days={days} onDays={onDays} />}>
      {devices && devices.length > 0 && (
        <div className="mb-gutter">
          <UsageCharts devices={devices} chosenId={deviceId} onChoose={onDevice} days={days} />
        </div>
      )}
      <div className="grid items-start gap-gutter grid-cols-2 max-lg:grid-cols-1">
        <div className="grid gap-gutter min-w-0 grid-cols-1">
          <FleetCards />
        </div>
        <div className="grid gap-gutter min-w-0 grid-cols-1">
          <AlertCards query={query} />
          <CommandsCard query={query} />
        </div>
      </div>
    </StatisticsFrame>
  );
}
