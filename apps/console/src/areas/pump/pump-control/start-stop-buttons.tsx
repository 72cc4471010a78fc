import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { usePumpSwitch } from './use-pump-switch.ts';

interface Props {
  deviceId: string;
  name: string;
}

/** R5.1: one click, never disabled: the server and the board decide what a stop meets. */
export function StopButton({ deviceId }: Pick<Props, 'deviceId'>) {
  const t = useTranslations('commissioning.pump');
  const { isSending, isAwaiting, requested, toggle } = usePumpSwitch(deviceId);
  const isStopping = (isSending || isAwaiting) && requested === 'off';
  return (
    <button
      type="button"
      className="cursor-pointer flex items-center gap-2.5 justify-center w-full sm:w-auto sm:min-w-56 px-6 text-stop-ink text-lg font-semibold rounded-lg min-h-13 border-2 border-stop-ink"
      onClick={() => toggle(false)}
    >
      <IconPlayerStopFilled size={18} aria-hidden />
      {t(isStopping ? 'stopping' : 'stop')}
    </button>
  );
}

/** Switches the pump on after a question; a lock-out tag, the keypad and an offline board refuse it as everywhere. */
export function StartButton({ deviceId, name }: Props) {
  const t = useTranslations();
  const [isAsking, setIsAsking] = useState(false);
  const { position, block, isSending, isAwaiting, toggle } = usePumpSwitch(deviceId);
  if (position === 'on')
    return <span className="min-h-11 text-dim text-md content-center">{t('commissioning.pump.on')}</span>;
  if (block === 'localControl')
    return <span className="min-h-11 text-dim text-md content-center">{t('commissioning.pump.local')}</span>;
  if (block !== undefined)
    return (
      <span className="min-h-11 text-dim text-md content-center">{t('commissioning.pump.blocked')}</span>
    );
  if (isSending || isAwaiting)
    return (
      <span className="min-h-11 text-dim text-md content-center">{t('commissioning.pump.sending')}</span>
    );
  if (!isAsking)
    return (
      <Button
        size="touch"
        icon={<IconPlayerPlayFilled size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {t('commissioning.pump.start')}
      </Button>
    );
  const start = () => {
    setIsAsking(false);
    toggle(true);
  };
  return (
    <div className="flex flex-wrap gap-2.5">
      <p className="grow basis-full">{t('commissioning.pump.startQuestion', { name })}</p>
      <Button size="touch" variant="default" onClick={() => setIsAsking(false)}>
        {t('common.cancel')}
      </Button>
      <Button size="touch" onClick={start}>
        {t('commissioning.pump.startYes')}
      </Button>
    </div>
  );
}
