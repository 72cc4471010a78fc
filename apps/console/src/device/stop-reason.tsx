import type { EventCode } from '@manoboard/contract/mqtt/event';
import { useTranslations } from 'use-intl';
import { pumpOf } from './device-view.ts';
import { FaultText } from './fault-text.tsx';
import classes from './stop-reason.module.css';
import { useDevice } from './use-device.ts';

interface Props {
  deviceId: string;
  fcType: string | null;
  /** From the list of devices, where the server has applied `pumpReason` of the domain. */
  stoppedBy: EventCode | null;
}

/** Why a pump in a list is stopped: the fault of its converter or the protection that was raised. */
export function StopReason({ deviceId, fcType, stoppedBy }: Props) {
  const t = useTranslations();
  const { status, fault } = useDevice(deviceId, (view) => ({
    status: pumpOf(view).status,
    fault: view.last?.data.fault ?? null,
  }));
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
