import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LockOutMark } from '../../../device/lock-out-mark.tsx';
import { pumpStatusStyles, usePumpStatusText } from '../../../device/pump-status.tsx';
import { usePump } from '../../../device/use-device.ts';
import tones from '../../../ui/tone.module.css';
import classes from './chooser-panel.module.css';
import type { ChoosableDevice } from './find-devices.ts';

interface Props {
  id: string;
  device: ChoosableDevice;
  /** Selected by the arrow keys. */
  isActive: boolean;
  /** The page shows this device. */
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

/** A row of the chooser. The status of own devices is live, that of others is from the list. */
export function DeviceOption({ id, device, isActive, isChosen, onChoose, onPoint }: Props) {
  const t = useTranslations('chooser');
  const statusText = usePumpStatusText();
  const live = usePump(device.id).status;
  const status = device.isOwn ? live : (device.pump ?? 'unknown');
  const { tone, icon } = pumpStatusStyles[status];
  const facts = [device.name === device.id ? null : device.id, device.fcId, device.owner];
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={`${classes.option} ${tones.tone}`}
      data-tone={tone}
      // Keeps the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className="stack shrink grow">
        <span className={classes.name}>{device.name}</span>
        <span className="text-sm dim break">{facts.filter(Boolean).join(' · ')}</span>
        <span className="flex">
          <LockOutMark tag={device.lockOut} />
        </span>
      </span>
      <span className={classes.state}>{statusText(status)}</span>
      {isChosen && (
        <>
          <IconCheck size={18} stroke={2} aria-hidden="true" />
          <span className="vh">{t('shown')}</span>
        </>
      )}
    </button>
  );
}
