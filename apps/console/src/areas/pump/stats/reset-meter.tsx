import type { ResettableMeter } from '@manoboard/contract/command/command';
import { IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { liveStore } from '../../../device/live/live.ts';
import { useUncontrollable } from '../../../device/reach.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { sendReset } from './api.ts';

interface Props {
  deviceId: string;
  meter: ResettableMeter;
  name: string;
  /** R5.13: undefined if the answer does not hold the new value. */
  onReset?: (value: number | undefined) => void;
}

/** R4.6, R6.5: resets after a confirmation. On 200 the value is that of the response; only the activity list shows a failure. */
export function ResetMeter({ deviceId, meter, name, onReset }: Props) {
  const t = useTranslations();
  const device = useDeviceName(deviceId);
  const uncontrollable = useUncontrollable(deviceId);
  // Not `useAction`: it would be half a kilobyte in the first load of a device.
  const [isSending, setIsSending] = useState(false);
  async function reset() {
    setIsSending(true);
    const answer = await sendReset(deviceId, meter).catch(() => undefined);
    if (answer) liveStore.writeValue(deviceId, meter, answer.data);
    if (answer !== undefined) onReset?.(answer?.data);
    setIsSending(false);
  }
  return (
    <Confirm
      icon={<IconRotate size={17} stroke={1.8} aria-hidden />}
      label={t('stats.resetOf', { name: `${name}, ${device}` })}
      question={t('stats.resetQuestion', { name: `${device} · ${name}` })}
      yes={t('stats.reset')}
      no={t('common.cancel')}
      isDisabled={uncontrollable !== undefined || isSending}
      onYes={reset}
    />
  );
}
