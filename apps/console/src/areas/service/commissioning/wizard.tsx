import type { Commissioning } from '@manoboard/contract/device/commissioning';
import { isRecordedStep } from '@manoboard/contract/device/commissioning';
import { IconArrowLeft, IconPlugConnectedX, IconWifi } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutNotice } from '../../../device/lock-out-notice.tsx';
import { useUnreachable } from '../../../device/reach.ts';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { Dock } from './dock.tsx';
import { FinishCard } from './finish-card.tsx';
import { GuardCard } from './guard-card.tsx';
import { StepCard } from './step-card.tsx';
import { type Place, StepList } from './step-list.tsx';
import type { OpenCommissioning } from './use-commissioning.ts';

interface Props {
  device: { id: string; name: string };
  commissioning: Commissioning;
  open: OpenCommissioning;
  start: ReactNode;
  stop: ReactNode;
}

/** A recording in progress comes first, then the first step that waits. */
const firstPlace = ({ steps }: Commissioning): Place =>
  (steps.find(({ status }) => status === 'recording') ?? steps.find(({ status }) => status === 'open'))
    ?.name ?? 'report';

export function CommissioningCrumb({ device }: Pick<Props, 'device'>) {
  const t = useTranslations('commissioning');
  const unreachable = useUnreachable(device.id);
  return (
    <div className="[&_a]:no-underline flex items-center justify-between gap-2.5 [&_a]:flex [&_a]:items-center [&_a]:gap-2 [&_a]:text-dim [&_a]:text-md [&_a]:min-h-7">
      <DeviceLink deviceId={device.id}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden />
        {device.name}
      </DeviceLink>
      {unreachable === undefined ? (
        <StatePill tone="run" icon={<IconWifi size={14} stroke={2.2} aria-hidden />}>
          {t('connected')}
        </StatePill>
      ) : (
        <StatePill tone="off" icon={<IconPlugConnectedX size={14} stroke={2.2} aria-hidden />}>
          {t('notConnected')}
        </StatePill>
      )}
    </div>
  );
}

/** Steps of an open commissioning. The next one opens by a click, never by itself. */
export function Wizard({ device, commissioning, open, start, stop }: Props) {
  const t = useTranslations('commissioning');
  const { steps } = commissioning;
  const [place, setPlace] = useState<Place>(() => firstPlace(commissioning));
  const tag = useLockOut(device.id);
  const index = steps.findIndex(({ name }) => name === place);
  const step = steps[index];
  function choose(next: Place) {
    open.clearProblem();
    setPlace(next);
  }
  const skip = async (reason: string) =>
    step !== undefined && (await open.act({ kind: 'skip', step: step.name, reason })) !== undefined;
  const repeat =
    step && isRecordedStep(step.name) && step.status !== 'open'
      ? () => void open.act({ kind: 'record', step: step.name })
      : undefined;
  return (
    <div className="grid gap-2.5">
      <CommissioningCrumb device={device} />
      <div className="flex items-baseline justify-between gap-2.5 flex-wrap">
        <h1 className="font-bold text-title leading-[1.15] tracking-tight max-sm:text-[calc(var(--text-xl)_+_0.1rem)]">
          {t('title')}
        </h1>
        <span className="text-sm font-semibold text-dim">
          {t('stepOf', { n: index === -1 ? steps.length + 1 : index + 1, of: steps.length + 1 })}
        </span>
      </div>
      <StepList steps={steps} place={place} onChoose={choose} />
      <LockOutNotice tag={tag} />
      {open.problem && <FormNotice kind="problem">{open.problem}</FormNotice>}
      <div className="grid items-start gap-gutter grid-cols-[minmax(0,8fr)_minmax(0,4fr)] max-lg:grid-cols-1">
        {step ? (
          <StepCard
            device={device}
            commissioning={commissioning}
            step={step}
            open={open}
            start={start}
            onNext={() => choose(steps[index + 1]?.name ?? 'report')}
          />
        ) : (
          <FinishCard commissioning={commissioning} open={open} />
        )}
        <GuardCard deviceId={device.id} />
      </div>
      <Dock
        key={place}
        stop={stop}
        isSending={open.isSending}
        onRepeat={repeat}
        onSkip={step && step.status !== 'skipped' ? skip : undefined}
      />
    </div>
  );
}
