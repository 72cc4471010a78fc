import type { UsageStatistics } from '@manoboard/contract/history/statistics';
import { useTranslations } from 'use-intl';
import { Bar } from '../../../ui/bar.tsx';
import type { PeriodDays } from './periods.ts';
import { useFigureText, usePerWeek } from './usage-query.ts';

const BARS = ['running_h', 'kwh', 'starts', 'online', 'alarms'] as const;

interface Props {
  deviceId: string;
  /** Undefined until loaded: dashes, so that the rows do not move. */
  usage: UsageStatistics | undefined;
  days: PeriodDays;
}

/** What a device did in the period, compared with the device of the list that did most; the time online is a share. */
export function DeviceUsage({ deviceId, usage, days }: Props) {
  const t = useTranslations('statistics.usage');
  const figureText = useFigureText();
  const perWeek = usePerWeek(days);
  const figures = usage?.devices.find(({ id_dev }) => id_dev === deviceId);
  return (
    <ul className="grid gap-y-3 gap-x-6.5 col-span-full grid-cols-5 max-sm:grid-cols-2">
      {BARS.map((name) => {
        const value = figures?.[name] ?? null;
        const most =
          name === 'online' ? 1 : Math.max(0, ...(usage?.devices ?? []).map((row) => row[name] ?? 0));
        const label = t(name === 'alarms' ? 'alarmsPerWeek' : name);
        const text = value !== null && name === 'alarms' ? perWeek(value) : figureText(name, value);
        return (
          <li key={name}>
            <p className="flex items-baseline flex-wrap justify-between text-md gap-y-0.5 gap-x-4">
              <span className="text-md text-dim wrap-anywhere">{label}</span>
              <b className="tabular-nums tracking-tight">{text}</b>
            </p>
            <Bar
              label={label}
              share={value === null ? null : most === 0 ? 0 : value / most}
              text={text}
              isStale={false}
            />
          </li>
        );
      })}
    </ul>
  );
}
