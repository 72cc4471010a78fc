import type { Activity } from '@manoboard/contract/activity/activity';
import type { Alert, AlertPage } from '@manoboard/contract/alert/alert';
import type { Visits } from '@manoboard/contract/alert/visit';
import type { Energy } from '@manoboard/contract/history/energy';
import { useFormatter, useTranslations } from 'use-intl';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { useChangeText } from '../activity/use-change-text.ts';

/** Events of a list, of two lines each: with both lists full the month stays on one page. */
const MOST = 5;

interface Event {
  id: string;
  atS: number;
  time: string;
  title: string;
  detail: string | null;
}

function useMoments() {
  const { dateTime } = useFormatter();
  const day = (s: number) => dateTime(s * 1000, { day: 'numeric', month: 'numeric' });
  const clock = (s: number) => dateTime(s * 1000, { hour: '2-digit', minute: '2-digit' });
  return { day, clock, moment: (s: number) => `${day(s)} ${clock(s)}` };
}

/** When it began and ended, what it was, and its cause. */
export function useHappened(alerts: AlertPage | undefined): Event[] | undefined {
  const t = useTranslations('energy.report');
  const language = useLanguage();
  const { day, clock, moment } = useMoments();
  const endOf = ({ since_timestamp: since, cleared_timestamp: cleared }: Alert) => {
    if (cleared === null) return t('lasts');
    return day(cleared) === day(since) ? clock(cleared) : moment(cleared);
  };
  return alerts?.items
    .toSorted((a, b) => Number(b.severity === 'alarm') - Number(a.severity === 'alarm'))
    .slice(0, MOST)
    .sort((a, b) => a.timestamp - b.timestamp)
    .map((alert) => ({
      id: `${alert.id}`,
      atS: alert.timestamp,
      time: `${moment(alert.since_timestamp)} – ${endOf(alert)}`,
      title: alert.titles[language],
      detail: alert.descriptions[language],
    }));
}

interface Sources {
  alerts: AlertPage | undefined;
  activity: Activity | undefined;
  visits: Visits | undefined;
}

/** Visits, resolved alerts with their notes, updates, work under a tag and changed settings, oldest first. */
export function useDone({ alerts, activity, visits }: Sources, { from, to }: Energy): Event[] | undefined {
  const t = useTranslations('energy.report');
  const language = useLanguage();
  const { day } = useMoments();
  const changeText = useChangeText();
  if (!alerts && !activity && !visits) return undefined;
  const event = (
    id: string,
    atS: number,
    title: string,
    ...details: (string | null | undefined)[]
  ): Event => ({
    id,
    atS,
    time: day(atS),
    title,
    detail: details.filter(Boolean).join(' · ') || null,
  });
  const visited = (visits?.items ?? []).flatMap(({ id, day: date, technician, note, state }) => {
    const atS = Date.parse(date) / 1000;
    if (state !== 'done' || atS < from - 86_400 || atS >= to) return [];
    return [event(`v${id}`, atS, t('visit'), technician?.name, note)];
  });
  const resolved = (alerts?.items ?? []).flatMap((alert) => {
    const { id, resolved_by: by, resolved_timestamp: atS, notes, titles } = alert;
    return by === null || atS === null
      ? []
      : [event(`a${id}`, atS, t('resolved', { title: titles[language] }), by, notes)];
  });
  const changed = (activity?.items ?? []).flatMap((entry) => {
    if (entry.kind === 'command' || entry.kind === 'event') return [];
    const { title, difference, by, outcome } = changeText(entry.change);
    const values = difference && `${difference.old ?? '–'} → ${difference.new}`;
    const name = typeof by === 'string' ? by : by.name;
    return [event(`c${entry.change.id}`, entry.at, title, values, outcome, name)];
  });
  return [...visited, ...resolved, ...changed].sort((a, b) => a.atS - b.atS);
}

/** A short list; what has no place on the page is counted. */
export function EventList({
  title,
  events,
  total,
  none,
}: {
  title: string;
  events: Event[];
  total: number;
  none: string;
}) {
  const t = useTranslations('energy.report');
  const shown = events.slice(0, MOST);
  return (
    <section aria-label={title}>
      <h4 className="mt-4 mb-1.5 text-lg font-bold print:mt-3">{title}</h4>
      {total === 0 && <p className="text-dim">{none}</p>}
      <ul className="text-md print:text-sm">
        {shown.map(({ id, time, title: what, detail }) => (
          <li
            className="grid gap-x-3 py-1 border-t border-line grid-cols-[9.5rem_minmax(0,1fr)] max-sm:grid-cols-1"
            key={id}
          >
            <span className="text-dim tabular-nums">{time}</span>
            <span className="min-w-0 wrap-anywhere print:line-clamp-2">
              <b className="font-semibold">{what}</b>
              {detail && ` – ${detail}`}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && <p className="text-sm text-dim">{t('more', { n: total - shown.length })}</p>}
    </section>
  );
}
