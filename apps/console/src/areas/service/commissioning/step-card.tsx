import {
  type Commissioning,
  type CommissioningStep,
  isRecordedStep,
  type StepEntry,
} from '@manoboard/contract/device/commissioning';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { pumpCardQuery } from '../../../device/pump-card.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { CardRows } from './card-rows.tsx';
import { LiveValues } from './live-values.tsx';
import { PlateForm } from './plate-form.tsx';
import { dotsOf, expectedKw, fitOf } from './plot-geometry.ts';
import { PowerPlot } from './power-plot.tsx';
import { SelfStartQuestion } from './self-start-question.tsx';
import { StepEntryForm } from './step-entry-form.tsx';
import type { OpenCommissioning } from './use-commissioning.ts';
import { useFiguresText } from './use-figures-text.ts';
import { actionsClass, primaryClass } from './wizard-classes.ts';

/** How long a recording usually needs, in seconds. */
const USUAL_S = { rotation: 15, sensor: 20, closed_valve: 30, open_tap: 15, hold: 90 } as const;

interface Props {
  device: { id: string; name: string };
  commissioning: Commissioning;
  step: CommissioningStep;
  open: OpenCommissioning;
  /** Switches the pump on, after a question. */
  start: ReactNode;
  onNext: () => void;
}

function Progress({ startedAt, usualS }: { startedAt: number; usualS: number }) {
  const t = useTranslations('commissioning');
  const doneS = useClock((nowS) => Math.max(0, nowS - startedAt));
  const leftS = usualS - doneS;
  return (
    <div>
      <p className="flex items-baseline justify-between gap-2.5 mb-2 font-semibold" role="status">
        <span>
          <i className="inline-block size-2.5 mr-2 rounded-full bg-accent" aria-hidden="true" />
          {t('recording')}{' '}
          <span className="tabular-nums tracking-tight">{t('progress', { done: doneS, of: usualS })}</span>
        </span>
        <span className="text-dim text-sm font-normal tabular-nums tracking-tight">
          {leftS > 0 ? t('left', { n: leftS }) : t('longEnough')}
        </span>
      </p>
      <ProgressBar label={t('recording')} percent={Math.min(100, Math.round((100 * doneS) / usualS))} />
    </div>
  );
}

/** The result of the last recording, with what limits it. */
function StepResult({ step }: { step: CommissioningStep }) {
  const t = useTranslations('commissioning');
  const figuresText = useFiguresText();
  const { result, status, reason } = step;
  if (status === 'recording') return null;
  const figures = figuresText(step);
  return (
    <>
      {status === 'skipped' && (
        <p className="px-3 py-2.5 rounded-md bg-wait-soft text-wait-ink">
          {t('status.skipped')}: {t('quoted', { text: reason ?? '' })}
        </p>
      )}
      {result && (
        <FormNotice kind={result.is_accepted ? 'success' : 'problem'}>
          {t(result.is_accepted ? 'result.accepted' : 'result.refused')}
          {figures && `${result.is_accepted ? ':' : ''} ${figures}.`}
        </FormNotice>
      )}
      {result && result.remarks.length > 0 && (
        <ul className="list-disc text-md pl-5">
          {result.remarks.map((remark) => (
            <li key={remark}>{t(`remark.${remark}`)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** One step: what to do, its recording, the live values and the points. Nothing starts by itself. */
export function StepCard({ device, commissioning, step, open, start, onNext }: Props) {
  const t = useTranslations('commissioning');
  const headingId = useId();
  const { name, status, started_at } = step;
  const { card, steps } = commissioning;
  const isRecorded = isRecordedStep(name);
  const isOver = status === 'done' || status === 'skipped';
  const isRecording = status === 'recording';
  const needsPump = isRecorded && name !== 'sensor';
  const isPlate = name === 'card' && !isOver;
  const { data: plate } = useQuery({ ...pumpCardQuery(device.id), enabled: isPlate });
  const save = (entry: StepEntry) => void open.act({ kind: 'save', step: name, entry });
  return (
    <Card className="grid gap-2.5 max-sm:p-4" aria-labelledby={headingId}>
      <h2 className="font-bold text-xl tracking-tight" id={headingId}>
        {t(`heading.${name}`)}
      </h2>
      <p className="text-md">{t(`task.${name}`)}</p>
      {isPlate && plate ? (
        <PlateForm device={device} card={plate} isSending={open.isSending} onConfirm={() => save({})} />
      ) : (
        name === 'card' && <CardRows card={card} />
      )}
      <StepResult step={step} />
      {isRecording && isRecorded && started_at !== null && (
        <Progress startedAt={started_at} usualS={USUAL_S[name]} />
      )}
      <div className={actionsClass}>
        {isRecording && needsPump && start}
        {name === 'self_start' && (
          <SelfStartQuestion deviceId={device.id} isSending={open.isSending} onSave={save} />
        )}
        {(isRecording || !isRecorded) && !isOver && name !== 'self_start' && !(isPlate && plate) && (
          <StepEntryForm key={name} name={name} isSending={open.isSending} onSave={save} />
        )}
        {isRecorded && status === 'open' && (
          <Button
            size="touch"
            className={primaryClass}
            disabled={open.isSending}
            onClick={() => void open.act({ kind: 'record', step: name })}
          >
            {t('record')}
          </Button>
        )}
        {isOver && (
          <Button size="touch" className={primaryClass} onClick={onNext}>
            {t('next')}
          </Button>
        )}
      </div>
      {isRecorded && <LiveValues deviceId={device.id} />}
      {(name === 'closed_valve' || name === 'open_tap') && (
        <PowerPlot
          title={t('plot.title')}
          dots={dotsOf(step.points)}
          expected={expectedKw(card)}
          fit={fitOf(steps.find((found) => found.name === 'closed_valve'))}
          isLive={isRecording}
        />
      )}
      {isRecorded && (
        <p className="text-sm text-dim">
          {t('recorded', { every: t(commissioning.is_fast ? 'everySecond' : 'everyUsual') })}
        </p>
      )}
    </Card>
  );
}
