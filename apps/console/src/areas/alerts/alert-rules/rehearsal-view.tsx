import type { Rehearsal, RehearsedAlert } from '@manoboard/contract/alert/alert-rehearsal';
import { IconFlask } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { GraphLink } from '../../../device/links.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { DayBars } from './day-bars.tsx';
import { type RuleFormat, useRuleFormat } from './use-rule-format.ts';

/** New alerts that end by themselves within this time are mostly noise. */
const SHORT_S = 2 * 3600;
const MANY_NEW = 3;

/** Graphs show this time before and after an alert. */
const AROUND_S = 2 * 3600;

const isShort = ({ raised_at, cleared_at }: RehearsedAlert) =>
  cleared_at !== null && cleared_at - raised_at < SHORT_S;

/** In words: how many alerts instead of how many, and what the new ones are like. */
function Sentence({ rehearsal, format }: { rehearsal: Rehearsal; format: RuleFormat }) {
  const t = useTranslations('rules.sentence');
  const { today, changed, from, to, frames } = rehearsal;
  const strong = (chunks: ReactNode) => <b>{chunks}</b>;
  const days = Math.max(1, Math.round((to - from) / 86_400));
  const isSame = JSON.stringify(today.numbers) === JSON.stringify(changed.numbers);
  const added = changed.alerts.filter((alert) => alert.is_only_here);
  const short = added.filter(isShort).length;
  const counts = { strong, days, today: today.count, changed: changed.count };
  return (
    <Card aria-label={t('label')} className="grid gap-3 grid-cols-[auto_minmax(0,1fr)]">
      <IconFlask className="text-link mt-0.5" size={22} stroke={1.7} aria-hidden />
      <p className="text-lg leading-relaxed" aria-live="polite">
        {frames === 0 ? t('empty') : t.rich(isSame ? 'same' : 'changed', counts)}{' '}
        {added.length > 0 && t('added', { n: changed.only_here, short })}{' '}
        {today.only_here > 0 && t('gone', { n: today.only_here })}{' '}
        {added.length >= MANY_NEW && short > added.length / 2 && (
          <b className="text-wait-ink">{t('tooSensitive')}</b>
        )}
        {frames > 0 && (
          <span className="text-dim text-md mt-1"> {t('since', { from: format.moment(from) })}</span>
        )}
      </p>
    </Card>
  );
}

const FIRST_ROWS = 8;

interface TableProps {
  rehearsal: Rehearsal;
  format: RuleFormat;
  deviceId: string;
}

/** Alerts with the new numbers, and those of today that would not come any more; newest first. */
function AlertTable({ deviceId, rehearsal, format }: TableProps) {
  const t = useTranslations('rules');
  const [isWhole, setIsWhole] = useState(false);
  const { today, changed, to } = rehearsal;
  const rows = [
    ...changed.alerts.map((alert) => ({ ...alert, state: alert.is_only_here ? 'new' : 'also' }) as const),
    ...today.alerts.flatMap((alert) => (alert.is_only_here ? [{ ...alert, state: 'gone' } as const] : [])),
  ].sort((a, b) => b.raised_at - a.raised_at);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  const total = changed.count + today.only_here;
  if (rows.length === 0) return null;
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'when',
      header: t('when'),
      isRowHead: true,
      className: 'font-bold whitespace-nowrap',
      cell: ({ raised_at }) => format.moment(raised_at),
    },
    {
      key: 'howLong',
      header: t('howLong'),
      className: 'whitespace-nowrap',
      cell: ({ raised_at, cleared_at }) =>
        cleared_at === null
          ? t('lasts', { time: format.duration(to - raised_at) })
          : format.duration(cleared_at - raised_at),
    },
    {
      key: 'severity',
      header: t('severity'),
      className: 'max-sm:hidden',
      cell: ({ severity }) => t(`severities.${severity}`),
    },
    {
      key: 'state',
      header: t('state'),
      isHeaderHidden: true,
      cell: ({ state }) => (
        <span
          className="text-sm font-semibold text-dim whitespace-nowrap rounded-md bg-inset px-2 py-0.5 data-[state=new]:bg-wait-soft data-[state=new]:text-wait-ink data-[state=gone]:line-through"
          data-state={state}
        >
          {t(state)}
        </span>
      ),
    },
    {
      key: 'graph',
      header: t('graph'),
      isHeaderHidden: true,
      cell: ({ raised_at }) => (
        <GraphLink
          deviceId={deviceId}
          fromS={raised_at - AROUND_S}
          toS={raised_at + AROUND_S}
          className="inline-flex items-center gap-1 py-0.5 text-md cursor-pointer font-semibold text-link justify-self-start pointer-coarse:min-h-11"
        >
          {t('graph')}
        </GraphLink>
      ),
    },
  ];
  return (
    <Card aria-labelledby="rehearsal-alerts">
      <h3 id="rehearsal-alerts">{t('alerts')}</h3>
      <div className="mt-2.5 overflow-x-auto">
        <Table columns={columns} rows={shown} rowKey={(alert) => `${alert.state}-${alert.raised_at}`} />
      </div>
      <p className="text-dim text-md mt-1">
        {t('rows', { shown: shown.length, total })}{' '}
        {!isWhole && rows.length > FIRST_ROWS && (
          <button
            type="button"
            className="inline-flex items-center gap-1 py-0.5 text-md cursor-pointer font-semibold text-link justify-self-start pointer-coarse:min-h-11"
            onClick={() => setIsWhole(true)}
          >
            {t('showAll', { n: rows.length })}
          </button>
        )}
      </p>
    </Card>
  );
}

/** What the rule would have raised, with the numbers in force and with the new ones. */
export function RehearsalView({ deviceId, rehearsal }: { deviceId: string; rehearsal: Rehearsal }) {
  const format = useRuleFormat();
  return (
    <>
      <Sentence rehearsal={rehearsal} format={format} />
      <DayBars rehearsal={rehearsal} format={format} />
      <AlertTable deviceId={deviceId} rehearsal={rehearsal} format={format} />
    </>
  );
}

interface OthersProps {
  rehearsal: Rehearsal;
  value: number | undefined;
  isReadOnly: boolean;
  onChoose: (value: number) => void;
}

/** How many alerts other values of the number raise; a click takes the value over. */
export function OtherValues({ rehearsal, value, isReadOnly, onChoose }: OthersProps) {
  const t = useTranslations('rules');
  const format = useRuleFormat();
  const { kind, vary, others } = rehearsal;
  const most = Math.max(1, ...others.map(({ count }) => count));
  return (
    <Card aria-labelledby="rehearsal-others">
      <h3 id="rehearsal-others">{t('others')}</h3>
      <p className="text-dim text-md mt-1">{format.label(kind, vary)}</p>
      <ul className="grid gap-1 mt-2.5">
        {others.map((other) => (
          <li key={other.value}>
            <button
              type="button"
              className="group/other grid items-center gap-2.5 text-md text-dim w-full rounded-md cursor-pointer px-2 py-0.5 text-left grid-cols-[6.5rem_minmax(0,1fr)_auto] min-h-8.5 pointer-coarse:min-h-11 aria-disabled:cursor-default aria-pressed:bg-inset aria-pressed:inset-ring aria-pressed:inset-ring-line-strong aria-pressed:text-ink aria-pressed:font-semibold"
              aria-pressed={other.value === value}
              aria-disabled={isReadOnly}
              onClick={() => !isReadOnly && onChoose(other.value)}
            >
              <span>{format.value(kind, vary, other.value)}</span>
              <span className="h-2" aria-hidden="true">
                <span
                  className="block rounded-sm h-full bg-dim forced-colors:border forced-colors:border-[CanvasText] group-aria-pressed/other:bg-wait-ink"
                  style={{ width: `${(100 * other.count) / most}%` }}
                />
              </span>
              <b className="text-ink">{t('count', { n: other.count })}</b>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
