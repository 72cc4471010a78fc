/** Figures of one hour; null is unknown. */
interface HourFigures {
  /** Start, Unix seconds. */
  t: number;
  kwh: number | null;
  starts: number | null;
}

export interface DayComparison {
  today: number | null;
  /** Range of the same hours on the days before; `null` until three of them are known. */
  usual: { low: number; high: number } | null;
  verdict: 'less' | 'usual' | 'more' | 'unknown';
  /** Hour by hour of today. */
  hours: (number | null)[];
}

const LEAST_DAYS = 3;
/** Beyond the range of the days before by more than this share it is unusual. */
const MARGIN = 0.15;

/** Today up to now against the same hours of the days before; `dayStarts` are the midnights in the zone, today's last. */
export function compareDay(
  hours: readonly HourFigures[],
  field: 'kwh' | 'starts',
  dayStarts: readonly number[],
  nowS: number,
): DayComparison {
  const todayS = dayStarts.at(-1) ?? nowS;
  const elapsedS = nowS - todayS;
  const sumFrom = (fromS: number) => {
    const known = hours.filter(({ t }) => t >= fromS && t < fromS + elapsedS).map((hour) => hour[field]);
    return known.length === 0 || known.includes(null)
      ? null
      : known.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };
  const before = dayStarts.slice(0, -1).flatMap((start) => sumFrom(start) ?? []);
  const usual = before.length < LEAST_DAYS ? null : { low: Math.min(...before), high: Math.max(...before) };
  const today = sumFrom(todayS);
  return {
    today,
    usual,
    verdict: verdictOf(today, usual),
    hours: hours.filter(({ t }) => t >= todayS && t < nowS).map((hour) => hour[field]),
  };
}

function verdictOf(today: number | null, usual: DayComparison['usual']): DayComparison['verdict'] {
  if (today === null || usual === null) return 'unknown';
  const margin = MARGIN * Math.max(usual.high, 0.01);
  if (today < usual.low - margin) return 'less';
  return today > usual.high + margin ? 'more' : 'usual';
}
