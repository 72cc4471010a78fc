import type { FaultResetPreview } from '@manoboard/contract/command/recovery';
import { type Converter, faultOf } from '@manoboard/domain/fc/faults';
import { IconAlertTriangleFilled, IconRotate } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDevice, usePump } from '../../../device/use-device.ts';
import { useFaultTitle } from '../../../device/use-fault-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { FaultRegisters } from './fault-registers.tsx';
import { useFaultReset } from './use-fault-reset.ts';

const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;

interface Props {
  deviceId: string;
  name: string;
  converter: Converter;
  /** Link to the board restart, in case a reset does not help. */
  restart: ReactNode;
  onClose: () => void;
}

/** R5.9: shows the fault, the checks, the fault registers and whether the pump will start, before the reset. */
export function FaultResetDialog({ deviceId, name, converter, restart, onClose }: Props) {
  const t = useTranslations();
  const { outlook, hasOutlookFailed, blockReason, isSending, isDone, problem, send } = useFaultReset(
    deviceId,
    name,
  );
  const [isChecked, setIsChecked] = useState(false);
  return (
    <Dialog
      title={t('faultReset.title', { name })}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <div
        className="grid gap-4 text-md leading-normal [&_h3]:text-lg [&_h3]:font-bold"
        aria-busy={isSending}
      >
        {isDone ? (
          <ResetDone deviceId={deviceId} />
        ) : (
          <>
            <PresentFault deviceId={deviceId} converter={converter} since={outlook?.since ?? null} />
            <Checks deviceId={deviceId} converter={converter} isChecked={isChecked} onChange={setIsChecked} />
            <FaultRegisters deviceId={deviceId} converter={converter} />
            <Outlook outlook={outlook} hasFailed={hasOutlookFailed} />
            {problem && <FormNotice kind="problem">{problem}</FormNotice>}
            {!problem && blockReason && <FormNotice kind="problem">{blockReason}</FormNotice>}
            {isSending && <p role="status">{t('faultReset.sending')}</p>}
          </>
        )}
      </div>
      <DialogButtons>
        {!isDone && !isSending && <span className="flex-[1_0_100%]">{restart}</span>}
        <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
          {t(isDone ? 'common.close' : 'common.cancel')}
        </Button>
        {!isDone && (
          <Button
            icon={<IconRotate size={18} stroke={1.8} aria-hidden />}
            disabled={!isChecked || blockReason !== undefined || isSending}
            onClick={send}
          >
            {t('faultReset.submit')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function PresentFault({
  deviceId,
  converter,
  since,
}: Pick<Props, 'deviceId' | 'converter'> & { since: number | null }) {
  const t = useTranslations();
  const faultText = useFaultTitle(converter);
  const { dateTime } = useFormatter();
  const code = useDevice(deviceId, ({ last }) => last?.data.fault ?? null);
  const known = code === null ? undefined : faultOf(converter, code);
  return (
    <div className="flex gap-3 rounded-md px-4 py-3 bg-stop-soft text-stop-ink border border-stop-ink/25">
      <IconAlertTriangleFilled className="flex-none" size={20} aria-hidden />
      <p>
        <strong className="block">
          {code === null || code === 0
            ? t('faultReset.faultUnknown')
            : t('faultReset.fault', { code, name: known?.name ?? '–', words: faultText(code) })}
        </strong>
        {since !== null && (
          <span className="block">
            {t('faultReset.since', { time: dateTime(new Date(since * 1000), MOMENT) })}
          </span>
        )}
      </p>
    </div>
  );
}

interface ChecksProps extends Pick<Props, 'deviceId' | 'converter'> {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** R5.9: a reset repairs nothing, so the user confirms the check first. */
function Checks({ deviceId, converter, isChecked, onChange }: ChecksProps) {
  const t = useTranslations();
  const kind = useDevice(deviceId, ({ last }) => faultOf(converter, last?.data.fault ?? 0)?.kind);
  return (
    <section>
      <h3>{t('faultReset.checks')}</h3>
      <p className="text-dim">{kind ? t(`fault.${kind}.advice`) : t('fcState.fault.advice')}</p>
      <label className="flex items-center gap-2.5 cursor-pointer min-h-11">
        <input
          className="flex-none size-4.5 accent-accent"
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {t('faultReset.checked')}
      </label>
    </section>
  );
}

function Outlook({ outlook, hasFailed }: { outlook: FaultResetPreview | undefined; hasFailed: boolean }) {
  const t = useTranslations('faultReset');
  if (!outlook)
    return (
      <p className="text-dim text-sm" role="status">
        {t(hasFailed ? 'noOutlook' : 'outlookLoading')}
      </p>
    );
  const { was_on, left, per_hour } = outlook;
  const start = was_on === null ? 'startUnknown' : was_on ? 'willStart' : 'staysOff';
  return (
    <p className="text-dim">
      <strong className="text-ink">{t(start)}</strong> {t('left', { left, of: per_hour })}
    </p>
  );
}

/** Shows the reported pump state, not the expected one. */
function ResetDone({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const { status } = usePump(deviceId);
  return (
    <FormNotice kind="success">
      {t('faultReset.done')} {t('faultReset.pumpNow', { state: t(`pump.state.${status}`) })}
    </FormNotice>
  );
}
