import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { LocalizedText } from '@manoboard/contract/text';
import type { Converter } from '@manoboard/domain/fc/faults';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../lib/texts/use-language.ts';
import { type PumpStatus, pumpOf } from './device-view.ts';
import { FaultText } from './fault-text.tsx';
import { useTryText } from './planned-try.ts';
import { useDevice } from './use-device.ts';

interface TextProps {
  status: PumpStatus;
  fault: number | null;
  converter: Converter;
  /** From the list of devices, where the server has applied `pumpReason` of the domain. */
  stoppedBy: EventCode | null;
  /** Title of the alert that lasts, from the same list. */
  alert?: LocalizedText | undefined;
}

const CURRENT: readonly PumpStatus[] = ['running', 'waiting', 'stopped'];

/** Why a pump is stopped: the fault of its converter or the protection that was raised; else the alert that lasts. */
export function StopText({ status, fault, converter, stoppedBy, alert }: TextProps) {
  const t = useTranslations();
  const language = useLanguage();
  // A state that is not current explains itself, and the alert may be over.
  const title = CURRENT.includes(status) ? alert?.[language] : undefined;
  if (status === 'fault' && fault !== null) {
    return (
      <span className="block text-stop-ink text-sm wrap-anywhere mt-1">
        <FaultText converter={converter} code={fault} fallback={t('pump.faultCode', { code: fault })} />
      </span>
    );
  }
  if (status !== 'stopped' || stoppedBy === null)
    return title ? <span className="block text-sm wrap-anywhere mt-1 text-wait-ink">{title}</span> : null;
  return (
    <span className="block text-stop-ink text-sm wrap-anywhere mt-1">
      {t('pump.boardStopped', { what: t(`boardEvent.${stoppedBy}`) })}
    </span>
  );
}

type Props = Pick<TextProps, 'converter' | 'stoppedBy' | 'alert'> & { deviceId: string };

/** The same for a device in a list, live. */
export function StopReason({ deviceId, ...known }: Props) {
  const live = useDevice(deviceId, (view) => ({
    status: pumpOf(view).status,
    fault: view.last?.data.fault ?? null,
  }));
  const text = useTryText(deviceId);
  return (
    <>
      <StopText {...live} {...known} />
      {text && <span className="block text-stop-ink text-sm wrap-anywhere mt-1">{text}</span>}
    </>
  );
}
