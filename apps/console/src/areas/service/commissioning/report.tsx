import type { Commissioning, CommissioningStep } from '@manoboard/contract/device/commissioning';
import { measuredValues } from '@manoboard/domain/pump/commissioning';
import { noFlowSignature } from '@manoboard/domain/pump/measured-heads';
import { IconCheck, IconHourglass, IconPlayerSkipForward, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { pointsAddress } from './api.ts';
import { CardRows } from './card-rows.tsx';
import { HeadPlot } from './head-plot.tsx';
import { dotsOf, fitOf } from './plot-geometry.ts';
import { PowerPlot } from './power-plot.tsx';
import { useFiguresText } from './use-figures-text.ts';
import { CommissioningCrumb } from './wizard.tsx';

interface Props {
  device: { id: string; name: string };
  commissioning: Commissioning;
  problem: string | undefined;
  /** Absent without the right to configure the device. */
  onCorrect: (() => void) | undefined;
}

const pillIcon = { size: 14, stroke: 2.4, 'aria-hidden': true } as const;

function Check({ step }: { step: CommissioningStep }) {
  const t = useTranslations('commissioning');
  const figuresText = useFiguresText();
  const { name, status, reason, points, result } = step;
  const isSkipped = status === 'skipped';
  return (
    <tr>
      <th scope="row">{t(`step.${name}`)}</th>
      <td>
        {isSkipped && t('quoted', { text: reason ?? '' })}
        {!isSkipped && (points.length > 0 ? t('report.points', { n: points.length }) : t('report.entered'))}
      </td>
      <td>
        {(isSkipped ? undefined : figuresText(step)) ?? t('result.none')}
        {!isSkipped &&
          result?.remarks.map((remark) => (
            <small key={remark} className="block text-dim">
              {t(`remark.${remark}`)}
            </small>
          ))}
      </td>
      <td>
        {status === 'done' && (
          <StatePill tone="run" icon={<IconCheck {...pillIcon} />}>
            {t('report.ok')}
          </StatePill>
        )}
        {isSkipped && (
          <StatePill tone="wait" icon={<IconPlayerSkipForward {...pillIcon} />}>
            {t('report.skippedPill')}
          </StatePill>
        )}
        {(status === 'open' || status === 'recording') && (
          <StatePill tone="off" icon={<IconHourglass {...pillIcon} />}>
            {t(`status.${status}`)}
          </StatePill>
        )}
      </td>
    </tr>
  );
}

function Checks({ steps }: Pick<Commissioning, 'steps'>) {
  const t = useTranslations('commissioning.report');
  const id = useId();
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <h2 id={id}>{t('checks')}</h2>
      <div className="overflow-x-auto">
        <table className="w-full text-md max-sm:block max-sm:text-left [&_th]:py-2.5 [&_th]:pr-2.5 [&_th]:border-t [&_th]:border-line [&_th]:text-left [&_th]:align-top [&_td]:py-2.5 [&_td]:pr-2.5 [&_td]:border-t [&_td]:border-line [&_td]:text-left [&_td]:align-top max-sm:[&_thead]:hidden max-sm:[&_tbody]:block max-sm:[&_tbody]:text-left max-sm:[&_tr]:block max-sm:[&_tr]:text-left max-sm:[&_tr]:px-0 max-sm:[&_tr]:py-2.5 max-sm:[&_tr]:border-t max-sm:[&_tr]:border-line max-sm:[&_th]:block max-sm:[&_th]:px-0 max-sm:[&_th]:py-0.5 max-sm:[&_th]:text-left max-sm:[&_th]:border-t-0 max-sm:[&_td]:block max-sm:[&_td]:px-0 max-sm:[&_td]:py-0.5 max-sm:[&_td]:text-left max-sm:[&_td]:border-t-0 [&_thead_th]:text-dim [&_thead_th]:text-sm [&_thead_td]:text-dim [&_thead_td]:text-sm [&_td:last-child]:text-right max-sm:[&_td:last-child]:px-0 max-sm:[&_td:last-child]:py-0.5 max-sm:[&_td:last-child]:text-left max-sm:[&_td:last-child]:border-t-0">
          <thead>
            <tr>
              <th scope="col">{t('check')}</th>
              <th scope="col">{t('course')}</th>
              <th scope="col">{t('outcome')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <Check key={step.name} step={step} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** Power and pressure without flow at the recorded speeds: what the pump is compared with later. */
function Signature({ points }: Pick<CommissioningStep, 'points'>) {
  const t = useTranslations('commissioning.report');
  const { number } = useFormatter();
  const rows = noFlowSignature(points);
  if (rows.length === 0) return null;
  const text = (value: number, digits: number) =>
    number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (
    <table className="w-full text-md mt-3.25">
      <caption className="font-semibold text-left pb-1.75">{t('signature')}</caption>
      <thead>
        <tr>
          <th className="py-1.25 border-t border-line text-right text-dim text-sm" scope="col">
            {t('hz')}
          </th>
          <th className="py-1.25 border-t border-line text-right text-dim text-sm" scope="col">
            {t('w')}
          </th>
          <th className="py-1.25 border-t border-line text-right text-dim text-sm" scope="col">
            {t('bar')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ stepHz, hz, w, bar }) => (
          <tr key={stepHz} className="tabular-nums tracking-tight">
            <td className="py-1.25 border-t border-line text-right">{text(hz, 1)}</td>
            <td className="py-1.25 border-t border-line text-right">{text(w, 0)}</td>
            <td className="py-1.25 border-t border-line text-right">{text(bar, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the rules do with the measured values; a missing one is named. */
function Uses({ steps }: Pick<Commissioning, 'steps'>) {
  const t = useTranslations('commissioning.report');
  const { number } = useFormatter();
  const id = useId();
  const { no_flow_w, no_flow_bar, sensor_offset_bar } = measuredValues(steps);
  const text = (value: number, digits: number) => number(value, { maximumFractionDigits: digits });
  const rows: [ReactNode, ReactNode][] = [];
  if (no_flow_w !== undefined) rows.push([t('useNoFlow', { w: text(no_flow_w, 0) }), t('useNoFlowText')]);
  if (no_flow_bar !== undefined) rows.push([t('useBar', { bar: text(no_flow_bar, 1) }), t('useBarText')]);
  if (sensor_offset_bar !== undefined)
    rows.push([t('useOffset', { bar: text(sensor_offset_bar, 2) }), t('useOffsetText')]);
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{t('use')}</h2>
      {rows.length === 0 && <p className="text-dim text-sm mt-1.5 [&_a]:text-ink">{t('useNothing')}</p>}
      <ul className="[&>*+*]:border-t [&>*+*]:border-line">
        {rows.map(([title, use], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not move
          <li className="grid py-2.5" key={index}>
            <strong>{title}</strong>
            <span className="text-sm text-dim">{use}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const useMoment = () => {
  const { dateTime } = useFormatter();
  return (seconds: number) => dateTime(seconds * 1000, { dateStyle: 'medium', timeStyle: 'short' });
};

/** What the report is of, and how to take it along. */
function ReportHead({ device, commissioning }: Pick<Props, 'device' | 'commissioning'>) {
  const t = useTranslations('commissioning');
  const moment = useMoment();
  const { number, started_at, ended_at, skipped, corrects, corrected_by } = commissioning;
  return (
    <header className="flex flex-wrap justify-between gap-gutter items-end [&_h1]:flex [&_h1]:items-center [&_h1]:flex-wrap [&_h1]:gap-2.5 [&_h1]:text-title [&_h1]:tracking-tight [&_h1]:font-bold">
      <div>
        <h1>
          {t('report.title')}{' '}
          {ended_at !== null && (
            <StatePill tone="run" icon={<IconCheck {...pillIcon} />}>
              {t('report.taken')}
            </StatePill>
          )}{' '}
          {skipped > 0 && (
            <StatePill tone="wait" icon={<IconPlayerSkipForward {...pillIcon} />}>
              {t('report.skipped', { n: skipped })}
            </StatePill>
          )}
        </h1>
        <p className="text-dim text-sm mt-1.5 [&_a]:text-ink">
          {t('report.number', { number })} · {moment(started_at)}
          {ended_at !== null && ` – ${moment(ended_at)}`} ·{' '}
          {[...new Set([device.name, device.id])].join(' · ')}
        </p>
        {corrects && (
          <p className="text-dim text-sm mt-1.5 [&_a]:text-ink">
            {t('report.correctsThis', { number: corrects })}
          </p>
        )}
        {corrected_by && (
          <p className="text-dim text-sm mt-1.5 [&_a]:text-ink">
            <DeviceLink deviceId={device.id} tool="commissioning" view={corrected_by}>
              {t('report.correctedBy', { number: corrected_by })}
            </DeviceLink>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2.5 print:hidden">
        <DownloadLink href={pointsAddress(device.id, number)} fileName={`${device.id}-${number}.csv`}>
          {t('report.csv')}
        </DownloadLink>
        <Button
          size="touch"
          icon={<IconPrinter size={18} stroke={1.8} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('report.print')}
        </Button>
      </div>
    </header>
  );
}

function Takeover({ commissioning, onCorrect }: Pick<Props, 'commissioning' | 'onCorrect'>) {
  const t = useTranslations('commissioning');
  const moment = useMoment();
  const id = useId();
  const { by, taken_by, ended_at } = commissioning;
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{t('report.takeover')}</h2>
      <ul className="[&>*+*]:border-t [&>*+*]:border-line">
        <li className="grid py-2.5">
          <strong>{by}</strong>
          <span className="text-sm text-dim">{t('report.did')}</span>
        </li>
        {taken_by && ended_at !== null && (
          <li className="grid py-2.5">
            <strong>{taken_by}</strong>
            <span className="text-sm text-dim">
              {t('report.took')}, {moment(ended_at)}
            </span>
          </li>
        )}
      </ul>
      {ended_at !== null && <p className="text-dim text-sm mt-1.5 [&_a]:text-ink">{t('report.final')}</p>}
      {ended_at !== null && onCorrect && (
        <Button variant="default" size="touch" className="mt-3 print:hidden" onClick={onCorrect}>
          {t('correct')}
        </Button>
      )}
    </Card>
  );
}

/** The report to print. It shows what was stored at the handover and nothing newer. */
export function Report({ device, commissioning, problem, onCorrect }: Props) {
  const t = useTranslations('commissioning');
  const isNarrow = useMedia(PHONE);
  const cardId = useId();
  const { steps, card } = commissioning;
  const pointsOf = (name: CommissioningStep['name']) =>
    steps.find((step) => step.name === name)?.points ?? [];
  return (
    <article className="grid gap-gutter grid-cols-1 print:[--ink:#0d1520] print:[--dim:#566272] print:[--card:#fff] print:shadow-none [&_h2]:text-lg [&_h2]:mb-2.5 [&_h2]:font-bold">
      <div className="print:hidden">
        <CommissioningCrumb device={device} />
      </div>
      <ReportHead device={device} commissioning={commissioning} />
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <div className="grid items-start gap-gutter grid-cols-[minmax(0,8fr)_minmax(0,4fr)] max-lg:grid-cols-1">
        <div className="grid gap-gutter grid-cols-1 print:*:break-inside-avoid">
          <Card aria-label={t('report.curve')}>
            <HeadPlot
              title={t('report.heads')}
              card={card}
              points={pointsOf('open_tap')}
              size={isNarrow ? 'narrow' : 'wide'}
            />
            <PowerPlot
              title={t('report.curve')}
              dots={dotsOf(pointsOf('closed_valve'))}
              others={dotsOf(pointsOf('open_tap'))}
              fit={fitOf(steps.find(({ name }) => name === 'closed_valve'))}
              size={isNarrow ? 'narrow' : 'wide'}
            />
            <Signature points={pointsOf('closed_valve')} />
            <p className="text-dim text-sm mt-1.5 [&_a]:text-ink">{t('report.flowNote')}</p>
          </Card>
          <Checks steps={steps} />
        </div>
        <div className="grid gap-gutter grid-cols-1 print:*:break-inside-avoid">
          <Takeover commissioning={commissioning} onCorrect={onCorrect} />
          <Card aria-labelledby={cardId}>
            <h2 id={cardId}>{t('report.card')}</h2>
            <p className="text-dim text-sm mt-1.5 [&_a]:text-ink print:hidden">
              <DeviceLink deviceId={device.id} tool="config" view="pump">
                {t('report.openCard')}
              </DeviceLink>
            </p>
            <CardRows card={card} />
          </Card>
          <Uses steps={steps} />
        </div>
      </div>
    </article>
  );
}
