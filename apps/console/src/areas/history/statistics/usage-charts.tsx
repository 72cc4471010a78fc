import type { FcDevice } from '@manoboard/contract/device/device';
import { MAX_USAGE_DEVICES, type UsageStatistics } from '@manoboard/contract/history/statistics';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Select } from '../../../ui/field.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import type { PeriodDays } from './periods.ts';
import { FIGURES, type FigureName, usageQuery, useFigureText, usePerWeek } from './usage-query.ts';

type Day = UsageStatistics['periods'][number];

const useDayText = () => {
  const { dateTime } = useFormatter();
  return (start: number) => dateTime(start * 1000, { day: 'numeric', month: 'numeric' });
};

/** One column a day; a day without a measurement is hatched. Hidden from screen readers, which have the table. */
function FigureChart({ name, periods }: { name: FigureName; periods: readonly Day[] }) {
  const t = useTranslations('statistics.usage');
  const figureText = useFigureText();
  const dayText = useDayText();
  const most = name === 'online' ? 1 : Math.max(0, ...periods.map((day) => day[name] ?? 0));
  const [first, last] = [periods[0], periods.at(-1)];
  return (
    <div aria-hidden="true">
      <ol className="flex gap-0.5 border-b border-line-strong h-18">
        {periods.map((day) => {
          const value = day[name];
          const text = value === null ? t('unknown') : figureText(name, value);
          return (
            <li
              className="min-w-0 flex-1 flex flex-col justify-end data-unknown:hatched hover:bg-inset"
              key={day.start}
              title={`${dayText(day.start)}: ${text}`}
              data-unknown={value === null || undefined}
            >
              <span
                className="bg-off forced-colors:border forced-colors:border-[CanvasText] data-figure:bg-accent data-[figure=bar]:bg-(--c-pressure) data-[figure=alarms]:bg-stop data-[severity=alarm]:bg-stop data-[severity=warning]:bg-wait"
                data-figure={name}
                style={{ height: `${most === 0 ? 0 : ((value ?? 0) / most) * 100}%` }}
              />
            </li>
          );
        })}
      </ol>
      <p className="flex justify-between text-sm text-dim mt-1.5">
        <span>{first && dayText(first.start)}</span>
        <span>{last && dayText(last.start)}</span>
      </p>
    </div>
  );
}

/** A mean pressure over several pumps says nothing about any of them. */
const figuresOf = ({ devices }: UsageStatistics) =>
  FIGURES.filter((name) => name !== 'bar' || devices.length === 1);

function Figures({ usage, days }: { usage: UsageStatistics; days: PeriodDays }) {
  const { total, periods } = usage;
  const t = useTranslations('statistics.usage');
  const figureText = useFigureText();
  const perWeek = usePerWeek(days);
  return (
    <ul className="grid gap-y-5 gap-x-6.5 cols-fill-64">
      {figuresOf(usage).map((name) => (
        <li key={name}>
          <p className="text-md text-dim wrap-anywhere">{t(name)}</p>
          <p className="flex items-baseline gap-2 text-xl mt-0.5 mb-2">
            <b className="tabular-nums tracking-tight">{figureText(name, total[name])}</b>
            {name === 'alarms' && (
              <small className="text-dim text-sm">{t('perWeek', { count: perWeek(total.alarms) })}</small>
            )}
          </p>
          <FigureChart name={name} periods={periods} />
        </li>
      ))}
    </ul>
  );
}

/** Newest day first. */
function DayTable({ usage }: { usage: UsageStatistics }) {
  const t = useTranslations('statistics.usage');
  const figureText = useFigureText();
  const dayText = useDayText();
  const columns: Column<Day>[] = [
    {
      key: 'day',
      header: t('day'),
      isRowHead: true,
      className: 'text-dim font-medium whitespace-nowrap',
      cell: ({ start }) => dayText(start),
    },
    ...figuresOf(usage).map((name) => ({
      key: name,
      header: t(name),
      isNumber: true,
      cell: (day: Day) => figureText(name, day[name]),
    })),
  ];
  return (
    <details>
      <summary className="text-md font-medium text-link cursor-pointer">{t('table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
      <section className="max-h-96 mt-3 overflow-auto" aria-label={t('table')} tabIndex={0}>
        <Table
          columns={columns}
          rows={usage.periods.toReversed()}
          rowKey={({ start }) => start}
          sticky="box"
          isDense
        />
      </section>
    </details>
  );
}

interface Props {
  devices: readonly FcDevice[];
  /** Undefined: all of them. */
  chosenId: string | undefined;
  onChoose: (deviceId: string | undefined) => void;
  days: PeriodDays;
}

const isMeasured = ({ total }: UsageStatistics) => total.running_h !== null || total.kwh !== null;

/** R2.1: running, energy, starts, pressure, availability and alarms of one device or of all, by day. */
export function UsageCharts({ devices, chosenId, onChoose, days }: Props) {
  const t = useTranslations('statistics.usage');
  const { dateTime } = useFormatter();
  const all = devices.map(({ owner_dev_id }) => owner_dev_id);
  const chosen = all.find((id) => id === chosenId);
  const query = useQuery(usageQuery(days, useDisplayTimeZone(), chosen ? [chosen] : all));
  const time = query.data && dateTime(query.data.to * 1000, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <QueryPanel
      id="statistics-usage"
      title={t('title')}
      hint={time && t('to', { time })}
      query={query}
      action={
        <Select
          className="max-w-88"
          aria-label={t('device')}
          value={chosen ?? ''}
          options={[
            { value: '', label: t('all') },
            ...devices.map(({ owner_dev_id: value, alias }) => ({ value, label: alias?.trim() || value })),
          ]}
          onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
        />
      }
    >
      {(usage) =>
        isMeasured(usage) ? (
          <div
            aria-busy={query.isPlaceholderData || undefined}
            className="grid gap-4 mt-4 [&[aria-busy]]:opacity-60"
          >
            {!chosen && all.length > MAX_USAGE_DEVICES && (
              <p className="text-md text-dim wrap-anywhere">{t('limited', { count: MAX_USAGE_DEVICES })}</p>
            )}
            <Figures usage={usage} days={days} />
            <DayTable usage={usage} />
          </div>
        ) : (
          <p className="text-md text-dim wrap-anywhere">{t('none')}</p>
        )
      }
    </QueryPanel>
  );
}
