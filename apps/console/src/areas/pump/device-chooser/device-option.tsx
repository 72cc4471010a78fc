import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LockOutMark } from '../../../device/lock-out-mark.tsx';
import { pumpStatusStyles, usePumpStatusText } from '../../../device/pump-status.tsx';
import { usePump } from '../../../device/use-device.ts';
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
      className="flex items-center gap-3 w-full px-2.5 py-1 rounded-md text-ink cursor-pointer min-h-12.5 text-left aria-selected:bg-inset aria-selected:inset-ring aria-selected:inset-ring-line-strong"
      data-tone={tone}
      // Keeps the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <span
        className="grid place-items-center flex-none rounded-full size-8 bg-tone-soft text-tone-ink [&_svg]:size-4.5"
        aria-hidden="true"
      >
        {icon}
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-md font-semibold wrap-anywhere leading-tight">{device.name}</span>
        <span className="text-sm text-dim wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
        <span className="flex">
          <LockOutMark tag={device.lockOut} />
        </span>
      </span>
      <span className="text-sm font-semibold flex-none text-tone-ink max-w-[40%] text-right">
        {statusText(status)}
      </span>
      {isChosen && (
        <>
          <IconCheck size={18} stroke={2} aria-hidden="true" />
          <span className="sr-only">{t('shown')}</span>
        </>
      )}
    </button>
  );
}
