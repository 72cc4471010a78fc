import { pumpState } from '@manoboard/domain/pump/pump';
import { IconLock, IconLockOpen2, IconPower } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { DeviceLink } from '../../../device/links.tsx';
import { usePlannedTry, useTryMoment } from '../../../device/planned-try.ts';
import { useDevice } from '../../../device/use-device.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { usePumpStart } from '../start/use-pump-start.tsx';
import { ControlBox, type ControlLabels } from './control-box.tsx';
import { useBlockText } from './use-block-text.ts';
import { type ControlSwitch, useLockSwitch, usePumpSwitch } from './use-pump-switch.ts';

/** Lazy: a try is rarely planned. */
const RetryDialog = lazyComponent(async () => (await import('../retry/retry-dialog.tsx')).RetryDialog);

interface Props {
  deviceId: string;
  /** The page has the switch alone; the lock is beside the motor. */
  hasLock?: boolean;
}

/** R5.1, R5.2: the switch, the lock, and the hints of both. */
export function PumpControls({ deviceId, hasLock = true }: Props) {
  const t = useTranslations('pump');
  const id = useId();
  const device = useDeviceName(deviceId);
  const commandProgress = useCommandProgress();
  const pump = usePumpSwitch(deviceId);
  const { start, question } = usePumpStart(deviceId);
  const planned = usePlannedTry(deviceId);
  const momentText = useTryMoment();
  const [isChoosing, setIsChoosing] = useState(false);
  const waiting = planned ? t('retry.waiting', { when: momentText(planned.atS) }) : undefined;
  const turn = (isOn: boolean) => {
    if (!isOn) pump.toggle(false);
    else if (waiting) setIsChoosing(true);
    else start();
  };
  const lock = useLockSwitch(deviceId);
  const pumpLabels = { on: t('on'), off: t('off'), unknown: t('switchUnknown') };
  const lockLabels = { on: t('locked'), off: t('unlocked'), unknown: t('switchUnknown') };
  const LockIcon = lock.position === 'off' ? IconLockOpen2 : IconLock;
  return (
    <div
      className={`relative grid gap-2.5 @max-[25rem]/pump:gap-2 ${hasLock ? 'grid-cols-2 @max-[20.5rem]/pump:grid-cols-1' : ''}`}
    >
      <ControlBox
        id={`${id}-pump`}
        title={t('title')}
        device={device}
        labels={pumpLabels}
        icon={<IconPower size={20} stroke={2} />}
        control={{ ...pump, toggle: turn }}
        waiting={waiting}
        isBare={!hasLock}
      />
      {hasLock && (
        <ControlBox
          id={`${id}-lock`}
          title={t('lock')}
          device={device}
          labels={lockLabels}
          icon={<LockIcon size={20} stroke={1.9} />}
          control={lock}
        />
      )}
      <div className="col-span-full min-h-4.5 -mt-0.5 -mb-2.5 has-[a,button]:-mb-1.5 max-sm:in-[[data-state='offline']]:sr-only">
        <div className="text-dim text-sm leading-normal" id={`${id}-pump-hint`} role="status">
          {commandProgress(pump, pumpLabels) ?? (
            <PumpBlock deviceId={deviceId} lock={lock} block={pump.block} />
          )}
        </div>
        <div className="text-dim text-sm leading-normal" id={`${id}-lock-hint`} role="status">
          {commandProgress(lock, lockLabels)}
        </div>
      </div>
      {isChoosing && (
        <RetryDialog
          deviceId={deviceId}
          name={device}
          onStart={() => {
            setIsChoosing(false);
            start();
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {question}
    </div>
  );
}

/** Text for a pending or just confirmed command of a control; `undefined` without one. */
function useCommandProgress() {
  const t = useTranslations('control');
  return (control: ControlSwitch, labels: ControlLabels): string | undefined => {
    const { isSending, isAwaiting, isConfirmed, position, requested } = control;
    if (isConfirmed) return t('confirmed');
    const wished = requested && labels[requested];
    // The reported position is above the hint: both in one text would need a second line and move the page.
    if (isSending) return wished ? t('sendingWished', { wished }) : t('sending');
    if (wished) return t('wished', { wished, reported: labels[position] });
    return isAwaiting ? t('awaiting') : undefined;
  };
}

interface BlockProps {
  deviceId: string;
  block: ControlSwitch['block'];
  lock: ControlSwitch;
}

/** Why the pump cannot be switched; local control and a fault include a link to the remedy. */
function PumpBlock({ block, lock, deviceId }: BlockProps) {
  const t = useTranslations();
  const device = useDeviceName(deviceId);
  const blockText = useBlockText();
  const isFaulty = useDevice(deviceId, ({ last }) => last && pumpState(last.data) === 'fault');
  if (block === 'lockedOut' || (block === undefined && lock.uncontrollable === 'lockedOut'))
    return t('lockOut.blocked');
  if (block === undefined)
    return isFaulty ? (
      <>
        {t('pump.converterFault')}{' '}
        <DeviceLink
          deviceId={deviceId}
          tool="fault-reset"
          resetScroll={false}
          className="py-0.5 text-link font-semibold underline cursor-pointer underline-offset-[0.15em] inline-block pointer-coarse:mx-0 pointer-coarse:-my-2.5 pointer-coarse:px-0 pointer-coarse:py-3"
        >
          {t('pump.faultReset')}
        </DeviceLink>
      </>
    ) : null;
  if (block !== 'localControl') return blockText(block);
  const canLock = lock.block === undefined && !lock.isSending && !lock.isAwaiting;
  return (
    <>
      {t('pump.localControl')}{' '}
      {canLock && (
        <button
          type="button"
          className="py-0.5 text-link font-semibold underline cursor-pointer underline-offset-[0.15em] inline-block pointer-coarse:mx-0 pointer-coarse:-my-2.5 pointer-coarse:px-0 pointer-coarse:py-3"
          onClick={() => lock.toggle(true)}
        >
          {t('pump.lockNow')}
          <span className="sr-only"> {device}</span>
        </button>
      )}
    </>
  );
}
