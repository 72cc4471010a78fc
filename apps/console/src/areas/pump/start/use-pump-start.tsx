import { lastOnTime, mustAskStart } from '@manoboard/domain/pump/start-question';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { liveStore } from '../../../device/live/live.ts';
import { useStoppedFor } from '../../../device/stop-cause.ts';
import { useActualPressure } from '../../../device/use-quantity.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { serverNowS } from '../../../lib/time/clock.ts';
import { useBlockText } from '../pump-control/use-block-text.ts';
import { usePumpSwitch } from '../pump-control/use-pump-switch.ts';

/** Lazy: most visits start no pump. */
const StartDialog = lazyComponent(async () => (await import('./start-dialog.tsx')).StartDialog, 'pump');

interface PumpStart {
  /** Starts the pump, or asks first (R5.12). */
  start: () => void;
  /** The open question. */
  question: ReactNode;
}

/** R5.12: every start of the console, except that of a commissioning, which has its own question. */
export function usePumpStart(deviceId: string): PumpStart {
  const name = useDeviceName(deviceId);
  const [isAsking, setIsAsking] = useState(false);
  const { toggle, position, block } = usePumpSwitch(deviceId);
  const t = useTranslations('pump.meaning');
  const blockText = useBlockText();
  const stoppedFor = useStoppedFor(deviceId);
  const { shown, value } = useActualPressure(deviceId);
  const start = () => {
    const facts = {
      lastOnS: lastOnTime(liveStore.device(deviceId).recent ?? []),
      pressureBar: shown.freshness === 'live' ? value : null,
      stoppedFor,
    };
    if (mustAskStart(facts, serverNowS())) setIsAsking(true);
    else toggle(true);
  };
  const close = () => setIsAsking(false);
  const confirm = () => {
    close();
    toggle(true);
  };
  const question = isAsking && (
    <StartDialog
      deviceId={deviceId}
      name={name}
      stoppedFor={stoppedFor}
      isOn={position === 'on'}
      refusal={block === 'unknown' ? t('unknown') : blockText(block)}
      onConfirm={confirm}
      onClose={close}
    />
  );
  return { start, question };
}
