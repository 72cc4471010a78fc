import { type Converter, hasPressureSource } from '@manoboard/domain/fc/faults';
import { useTranslations } from 'use-intl';
import { issueCommand } from '../../../device/commands/pending-commands.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import { commandOf } from '../../../device/device-view.ts';
import type { LiveDevice } from '../../../device/live/live-store.ts';
import { useUncontrollable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { type OpenedPressure, sendPressureControl, useOpenedPressure } from './api.ts';

type Mode = 'remote' | 'local';
const MODES = ['remote', 'local'] as const satisfies Mode[];

/** R5.4: 0 is remote requirement control, anything else local; `undefined` while never reported. */
function modeOf({ last }: LiveDevice, opened: number | null = null): Mode | undefined {
  const source = last?.data.pressure_control ?? opened;
  return source === null ? undefined : source === 0 ? 'remote' : 'local';
}

interface Props {
  deviceId: string;
  converter: Converter;
}

/** R5.4: who sets the required pressure; only some converters have a choice. */
export function PressureMode({ deviceId, converter }: Props) {
  const t = useTranslations('pressure');
  const opened = useOpenedPressure(deviceId);
  if (!hasPressureSource(converter)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-1">
      <span className="font-semibold">{t('control')}</span>
      <ModeChoice key={deviceId} deviceId={deviceId} opened={opened} />
    </div>
  );
}

/** A change disables the buttons for 5 s. */
function ModeChoice({ deviceId, opened }: { deviceId: string; opened: OpenedPressure }) {
  const t = useTranslations();
  const device = useDeviceName(deviceId);
  const mode = useDevice(deviceId, (view) => modeOf(view, opened.control));
  const uncontrollable = useUncontrollable(deviceId);
  const { isSending } = useDevice(deviceId, (view) => commandOf(view, 'pressure_control'));
  const change = (requested: Mode) => {
    issueCommand({
      deviceId,
      op: 'pressure_control',
      value: requested === 'local',
      send: () => sendPressureControl(deviceId, requested === 'local'),
      isReported: (device) => modeOf(device) === requested,
    }).catch(() => undefined);
  };
  return (
    <Segmented
      label={`${t('pressure.control')} ${device}`}
      value={mode}
      options={MODES.map((value) => ({ value, label: t(`device.control.${value}`) }))}
      isDisabled={uncontrollable !== undefined || mode === undefined || isSending}
      onChange={change}
    />
  );
}
