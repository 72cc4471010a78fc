import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './start-stop-buttons.module.css';
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
    <button type="button" className={classes.stop} onClick={() => toggle(false)}>
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
  if (position === 'on') return <span className={classes.state}>{t('commissioning.pump.on')}</span>;
  if (block === 'localControl') return <span className={classes.state}>{t('commissioning.pump.local')}</span>;
  if (block !== undefined) return <span className={classes.state}>{t('commissioning.pump.blocked')}</span>;
  if (isSending || isAwaiting)
    return <span className={classes.state}>{t('commissioning.pump.sending')}</span>;
  if (!isAsking)
    return (
      <Button
        mih={44}
        leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
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
    <div className={classes.question}>
      <p>{t('commissioning.pump.startQuestion', { name })}</p>
      <Button mih={44} variant="default" onClick={() => setIsAsking(false)}>
        {t('common.cancel')}
      </Button>
      <Button mih={44} onClick={start}>
        {t('commissioning.pump.startYes')}
      </Button>
    </div>
  );
}
