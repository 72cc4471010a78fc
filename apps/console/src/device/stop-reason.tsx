import type { EventCode } from '@manoboard/contract/mqtt/event';
import { useTranslations } from 'use-intl';
import { type PumpStatus, pumpOf } from './device-view.ts';
import { FaultText } from './fault-text.tsx';
import classes from './stop-reason.module.css';
import { useDevice } from './use-device.ts';

interface TextProps {
  status: PumpStatus;
  fault: number | null;
  fcType: string | null;
  /** From the list of devices, where the server has applied `pumpReason` of the domain. */
  stoppedBy: EventCode | null;
}

/** Why a pump is stopped: the fault of its converter or the protection that was raised. */
export function StopText({ status, fault, fcType, stoppedBy }: TextProps) {
  const t = useTranslations();
  if (status === 'fault' && fault !== null) {
    return (
      <span className={classes.reason}>
        <FaultText fcType={fcType} code={fault} fallback={t('pump.faultCode', { code: fault })} />
      </span>
    );
  }
  if (status !== 'stopped' || stoppedBy === null) return null;
  return (
    <span className={classes.reason}>{t('pump.boardStopped', { what: t(`boardEvent.${stoppedBy}`) })}</span>
  );
}

type Props = Pick<TextProps, 'fcType' | 'stoppedBy'> & { deviceId: string };

/** The same for a device in a list, live. */
export function StopReason({ deviceId, ...known }: Props) {
  const live = useDevice(deviceId, (view) => ({
    status: pumpOf(view).status,
    fault: view.last?.data.fault ?? null,
  }));
  return <StopText {...live} {...known} />;
}
