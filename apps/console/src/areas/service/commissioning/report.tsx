import type { Commissioning, CommissioningStep } from '@manoboard/contract/device/commissioning';
import { measuredValues } from '@manoboard/domain/pump/commissioning';
import { noFlowSignature } from '@manoboard/domain/pump/measured-heads';
import {
  IconCheck,
  IconHourglass,
  IconPlayerSkipForward,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Tone } from '../../../ui/tone.ts';
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
const pill = (tone: Tone, Icon: TablerIcon, text: string) => (
  <StatePill tone={tone} icon={<Icon {...pillIcon} />}>
    {text}
  </StatePill>
);

function Outcome({ step }: { step: CommissioningStep }) {
  const t = useTranslations('commissioning');
  const figuresText = useFiguresText();
  const isSkipped = step.status === 'skipped';
  return (
    <>
      {(isSkipped ? undefined : figuresText(step)) ?? t('result.none')}
      {!isSkipped &&
        step.result?.remarks.map((remark) => (
          <small key={remark} className="block text-dim">
            {t(`remark.${remark}`)}
          </small>
        ))}
    </>
  );
}

function StatusPill({ status }: Pick<CommissioningStep, 'status'>) {
  const t = useTranslations('commissioning');
  if (status === 'done') return pill('run', IconCheck, t('report.ok'));
  if (status === 'skipped') return pill('wait', IconPlayerSkipForward, t('report.skippedPill'));
  return pill('off', IconHourglass, t(`status.${status}`));
}

function Checks({ steps, isNarrow }: Pick<Commissioning, 'steps'> & { isNarrow: boolean }) {
  const t = useTranslations();
  const id = useId();
  const columns: Column<CommissioningStep>[] = [
    {
      key: 'check',
      header: t('commissioning.report.check'),
      isRowHead: true,
      phone: 'title',
      cell: ({ name }) => t(`commissioning.step.${name}`),
    },
    {
      key: 'course',
      header: t('commissioning.report.course'),
      phone: 'text',
      cell: ({ status, reason, points }) => {
        if (status === 'skipped') return t('commissioning.quoted', { text: reason ?? '' });
        return points.length > 0
          ? t('commissioning.report.points', { n: points.length })
          : t('commissioning.report.entered');
      },
    },
    {
      key: 'outcome',
      header: t('commissioning.report.outcome'),
      phone: 'text',
      cell: (step) => <Outcome step={step} />,
    },
    {
      key: 'status',
      header: t('fleet.state'),
      isHeaderHidden: true,
      phone: 'text',
      className: 'sm:text-right',
      cell: ({ status }) => <StatusPill status={status} />,
    },
  ];
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <h2 className="text-lg font-bold mb-2.5" id={id}>
        {t('commissioning.report.checks')}
      </h2>
      <Table columns={columns} rows={steps} rowKey={({ name }) => name} isStacked={isNarrow} />
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
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'hz', header: t('hz'), isNumber: true, cell: ({ hz }) => text(hz, 1) },
    { key: 'w', header: t('w'), isNumber: true, cell: ({ w }) => text(w, 0) },
    { key: 'bar', header: t('bar'), isNumber: true, cell: ({ bar }) => text(bar, 2) },
  ];
  return (
    <div className="mt-3">
      <h3 className="font-semibold text-md">{t('signature')}</h3>
      <Table label={t('signature')} columns={columns} rows={rows} rowKey={({ stepHz }) => stepHz} isDense />
    </div>
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
      <h2 className="text-lg font-bold mb-2.5" id={id}>
        {t('use')}
      </h2>
      {rows.length === 0 && <p className="text-dim text-sm mt-1.5">{t('useNothing')}</p>}
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
    <header className="flex flex-wrap justify-between gap-gutter items-end">
      <div>
        <h1 className="flex flex-wrap items-center gap-2.5 text-title font-bold tracking-tight">
          {t('report.title')} {ended_at !== null && pill('run', IconCheck, t('report.taken'))}{' '}
          {skipped > 0 && pill('wait', IconPlayerSkipForward, t('report.skipped', { n: skipped }))}
        </h1>
        <p className="text-dim text-sm mt-1.5">
          {t('report.number', { number })} · {moment(started_at)}
          {ended_at !== null && ` – ${moment(ended_at)}`} ·{' '}
          {[...new Set([device.name, device.id])].join(' · ')}
        </p>
        {corrects && (
          <p className="text-dim text-sm mt-1.5">{t('report.correctsThis', { number: corrects })}</p>
        )}
        {corrected_by && (
          <p className="text-dim text-sm mt-1.5">
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
      <h2 className="text-lg font-bold mb-2.5" id={id}>
        {t('report.takeover')}
      </h2>
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
      {ended_at !== null && <p className="text-dim text-sm mt-1.5">{t('report.final')}</p>}
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
    <article className="grid gap-gutter grid-cols-1 print:[--ink:#0d1520] print:[--dim:#566272] print:[--card:#fff] print:shadow-none">
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
            <p className="text-dim text-sm mt-1.5">{t('report.flowNote')}</p>
          </Card>
          <Checks steps={steps} isNarrow={isNarrow} />
        </div>
        <div className="grid gap-gutter grid-cols-1 print:*:break-inside-avoid">
          <Takeover commissioning={commissioning} onCorrect={onCorrect} />
          <Card aria-labelledby={cardId}>
            <h2 className="text-lg font-bold mb-2.5" id={cardId}>
              {t('report.card')}
            </h2>
            <p className="text-dim text-sm mt-1.5 print:hidden">
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
