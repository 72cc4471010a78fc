import type { AlertCode } from '@manoboard/contract/alert/alert';
import { kindOfCode } from '@manoboard/contract/alert/kinds';
import type { Statistics, StatisticsQuery } from '@manoboard/contract/history/statistics';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { can } from '@manoboard/domain/access/policy';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import type { Db } from '../../../db/db.ts';
import type { SessionUser } from '../../../http/session.ts';
import { type AlertCount, countAlerts, countCommands, type Span } from './statistics.repo.ts';

const NO_ALERTS: Record<EventSeverity, number> = { info: 0, warning: 0, alarm: 0 };

function byPeriod(starts: readonly number[], counts: readonly AlertCount[]): Statistics['periods'] {
  const periods = starts.map((start) => ({ start, alerts: { ...NO_ALERTS } }));
  for (const { period, severity, raised } of counts) {
    const alerts = periods[period - 1]?.alerts;
    if (alerts) alerts[severity] += raised;
  }
  return periods;
}

function byCode(counts: readonly AlertCount[]): Statistics['alerts'] {
  const kinds = new Map<AlertCode, { raised: number; open: number }>();
  for (const { code, raised, open } of counts) {
    const known = kinds.get(code) ?? { raised: 0, open: 0 };
    kinds.set(code, { raised: known.raised + raised, open: known.open + open });
  }
  return [...kinds]
    .map(([code, count]) => ({ code, titles: alertTitles(kindOfCode(code)), ...count }))
    .sort((a, b) => b.raised - a.raised || a.code.localeCompare(b.code));
}

export const readStarts = ({ start }: Pick<StatisticsQuery, 'start'>): number[] =>
  [...new Set(start)].sort((a, b) => a - b);

export const spanOf = (user: SessionUser, starts: readonly number[], nowMs: number): Span => ({
  // R7.2: the three roles see every device.
  userId: can('see', user.roles, 'none') ? null : user.id,
  starts: starts.map((seconds) => new Date(seconds * 1000)),
  until: new Date(nowMs),
});

export function createStatistics({ db, now }: { db: Db; now: () => number }) {
  return {
    async read(user: SessionUser, query: StatisticsQuery): Promise<Statistics> {
      const starts = readStarts(query);
      const span = spanOf(user, starts, now());
      const [alerts, commands] = await Promise.all([countAlerts(db, span), countCommands(db, span)]);
      return { periods: byPeriod(starts, alerts), alerts: byCode(alerts), commands };
    },
  };
}
export type StatisticsReader = ReturnType<typeof createStatistics>;
