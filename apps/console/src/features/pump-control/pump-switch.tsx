import { Loader } from '@mantine/core';
import { IconPower } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Switch } from '../../ui/switch.tsx';
import classes from './pump-switch.module.css';
import { type PumpSwitchState, usePumpSwitch } from './use-pump-switch.ts';

const POSITION_KEYS = { on: 'on', off: 'off', unknown: 'switchUnknown' } as const;

function hintKey({ isSending, isAwaiting, block }: PumpSwitchState) {
  if (isSending) return 'sending';
  if (isAwaiting) return 'awaiting';
  return block === 'unknown' ? undefined : block;
}

export function PumpSwitch({ deviceId }: { deviceId: string }) {
  const t = useTranslations('pump');
  const id = useId();
  const state = usePumpSwitch(deviceId);
  const { position, isStale, block, isSending, toggle } = state;
  const hint = hintKey(state);
  return (
    <div className={classes.control} data-position={position}>
      <span className={classes.icon} aria-hidden="true">
        {isSending ? <Loader size={18} color="var(--s-ink)" /> : <IconPower size={20} stroke={2} />}
      </span>
      <div className={classes.words}>
        <div className={classes.title} id={`${id}-title`}>
          {t('title')}
        </div>
        <div className={classes.position}>{t(POSITION_KEYS[position])}</div>
      </div>
      <Switch
        position={position}
        isStale={isStale}
        isDisabled={block !== undefined || isSending}
        onChange={toggle}
        labelledBy={`${id}-title`}
        describedBy={`${id}-hint`}
      />
      <p className={classes.hint} id={`${id}-hint`} role="status">
        {hint && t(hint)}
      </p>
    </div>
  );
}
