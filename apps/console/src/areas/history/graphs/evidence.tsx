import type { History } from '@manoboard/contract/history/history';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useHistory } from '../../../device/history.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { createCursor } from './cursor.ts';
import { changeOf, type EvidenceField, evidenceBounds, evidenceFields } from './evidence-lines.ts';
import { TIMES_PX } from './plot.ts';
import { PlotBox } from './plot-box.tsx';
import type { Drawing, Gutters } from './plot-layers.ts';
import { linesOf, summaryOf } from './series.ts';
import { timeTicks } from './time-axis.ts';
import { useRequired } from './use-sheet.ts';
import { valueScale } from './value-scale.ts';
import type { Bounds } from './view.ts';

const POINTS = 240;
const TICKS = { wide: 6, phone: 3 };
const HEIGHTS = { first: 150, other: 78 };
const GUTTERS: Gutters = { left: 40, right: 12 };
const ignoreSelection = () => undefined;

interface Props {
  deviceId: string;
  evidence: { fields: readonly ReadingField[]; from: number; to: number };
  /** Since when the condition held, and when the alert was raised. */
  sinceS: number;
  raisedS: number;
  limits: readonly { field: ReadingField; value: number }[];
  /** What was measured when the alert was raised. */
  measured: Partial<Record<ReadingField, number>>;
}

/** What a rule judged: up to three quantities on one axis, with the time that the condition lasted. */
export function Evidence({ deviceId, evidence, sinceS, raisedS, limits, measured }: Props) {
  const t = useTranslations('alertPage.evidence');
  const bounds = useMemo(() => evidenceBounds(evidence, sinceS, raisedS), [evidence, sinceS, raisedS]);
  const fields = useMemo(() => evidenceFields(evidence.fields), [evidence]);
  const metrics = useMemo(
    () => [...fields.map(({ field }) => field), 'required_pressure' as const],
    [fields],
  );
  const query = useHistory({ deviceId, range: bounds, metrics, points: POINTS });
  const hasValues = ({ series }: History) =>
    fields.some(({ field }) => series[field]?.avg.some((value) => value !== null));
  return (
    <QueryStates query={query} loading={t('loading')} failed={t('failed')}>
      {(history) =>
        hasValues(history) ? (
          <Panels
            deviceId={deviceId}
            history={history}
            fields={fields}
            bounds={bounds}
            sinceS={sinceS}
            raisedS={raisedS}
            limits={limits}
            measured={measured}
          />
        ) : (
          <p className="text-md text-dim">{t('none')}</p>
        )
      }
    </QueryStates>
  );
}

interface PanelsProps extends Pick<Props, 'deviceId' | 'sinceS' | 'raisedS' | 'limits' | 'measured'> {
  history: History;
  fields: readonly EvidenceField[];
  bounds: Bounds;
}

function useDrawings(props: PanelsProps) {
  const { deviceId, history, fields, bounds, sinceS, raisedS, limits, measured } = props;
  const t = useTranslations('alertPage.evidence');
  const { number } = useFormatter();
  const isPhone = useMedia(PHONE);
  const required = useRequired(deviceId, history, false);
  return useMemo(() => {
    const ticks = timeTicks(bounds.fromS, bounds.toS, TICKS[isPhone ? 'phone' : 'wide']);
    return fields.map((look) => {
      const { field, fromZero, leastSpan, unit } = look;
      const lines = linesOf(history, field);
      const summary = summaryOf(lines, bounds.fromS, bounds.toS);
      const own = limits.filter((limit) => limit.field === field);
      const values = [...(summary ? [summary.least, summary.most] : []), ...own.map(({ value }) => value)];
      const scale = valueScale({
        least: values.length > 0 ? Math.min(...values) : undefined,
        most: values.length > 0 ? Math.max(...values) : undefined,
        fromZero,
        leastSpan,
        intervals: 3,
      });
      const layer = {
        lines,
        name: field,
        colour: look.colour,
        scale: 0,
        ghost: undefined,
        spikes: [],
        required: field === 'pressure' ? required : undefined,
        limits: own.map(({ value }) => ({
          value,
          label: t('limit', { value: number(value, { maximumFractionDigits: 2 }), unit }),
          isAlarm: true as const,
        })),
      };
      const drawing: Drawing = {
        bounds,
        ticks,
        hasBand: true,
        isLive: false,
        layers: [layer],
        scales: [{ ...scale, unit }],
        stretches: [...lines.gaps, { from: sinceS, to: raisedS, reason: 'rule' }],
      };
      return { look, drawing, change: changeOf(lines, sinceS, raisedS, measured[field]) };
    });
  }, [bounds, fields, history, limits, measured, isPhone, number, raisedS, required, sinceS, t]);
}

function Panels(props: PanelsProps) {
  const { bounds, sinceS, raisedS } = props;
  const t = useTranslations('alertPage.evidence');
  const [cursor] = useState(createCursor);
  const drawings = useDrawings(props);
  const shareOf = (atS: number) => (atS - bounds.fromS) / (bounds.toS - bounds.fromS);
  return (
    <figure
      className="relative [--side-width:9.5rem] [--left:calc(var(--side-width)_+_40px)] max-sm:[--left:40px]"
      aria-label={t('of')}
    >
      <div className="relative h-10.5 mr-3 ml-(--left)">
        <Moment name={t('since')} atS={sinceS} share={shareOf(sinceS)} />
        <Moment name={t('raised')} atS={raisedS} share={shareOf(raisedS)} />
      </div>
      {drawings.map(({ look, drawing, change }, at) => {
        const isLast = at === drawings.length - 1;
        return (
          <div
            key={look.field}
            className="grid border-t border-line grid-cols-[var(--side-width)_minmax(0,1fr)] max-sm:grid-cols-1"
          >
            <Side look={look} change={change} />
            <PlotBox
              drawing={drawing}
              cursor={cursor}
              height={HEIGHTS[at === 0 ? 'first' : 'other'] + (isLast ? TIMES_PX : 0)}
              gutters={GUTTERS}
              hasTimes={isLast}
              onSelect={ignoreSelection}
            />
          </div>
        );
      })}
      {[sinceS, raisedS].map((atS, at) => (
        <i
          key={at === 0 ? 'since' : 'raised'}
          className="absolute pointer-events-none top-1.5 bottom-6.5 w-0 border-l-[1.25px] border-dashed border-stop-ink"
          style={{ left: `calc(var(--left) + (100% - var(--left) - 12px) * ${shareOf(atS)})` }}
          aria-hidden="true"
        />
      ))}
    </figure>
  );
}

function Moment({ name, atS, share }: { name: string; atS: number; share: number }) {
  const { dateTime } = useFormatter();
  return (
    <span
      className="absolute bottom-1 grid px-2 text-xs leading-tight whitespace-nowrap text-dim first:-translate-x-full first:text-right"
      style={{ left: `${share * 100}%` }}
    >
      <b className="font-semibold text-ink tabular-nums">
        {dateTime(new Date(atS * 1000), { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
      </b>
      {name}
    </span>
  );
}

/** The name of a quantity, and how it changed. */
function Side({ look, change }: { look: EvidenceField; change: ReturnType<typeof changeOf> }) {
  const t = useTranslations();
  const { number } = useFormatter();
  const { field, colour, digits, unit } = look;
  const text = (value: number | undefined) =>
    value === undefined
      ? '–'
      : number(value, { minimumFractionDigits: Math.min(1, digits), maximumFractionDigits: digits });
  const name =
    field === 'pressure' || field === 'frequency_fc'
      ? t(`device.short.${field}`)
      : t(`device.field.${field}`);
  return (
    <div className="grid gap-0.5 text-sm content-center pr-2 max-sm:justify-between max-sm:bg-card max-sm:px-0 max-sm:pt-2 max-sm:pb-0 max-sm:grid-flow-col max-sm:relative max-sm:z-1">
      <span className="flex items-center gap-2 font-medium text-dim">
        <i
          className="flex-none rounded-sm w-3.5 h-1"
          style={{ background: `var(${colour})` }}
          aria-hidden="true"
        />
        {name}
      </span>
      <b
        className="text-lg font-bold tabular-nums whitespace-nowrap tracking-tight"
        title={t('alertPage.evidence.change')}
      >
        {text(change.was)} → {text(change.is)} <small className="text-dim font-regular">{unit}</small>
      </b>
    </div>
  );
}
