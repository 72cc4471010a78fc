import type { EventCode } from '@manoboard/contract/mqtt/event';
import { useTranslations } from 'use-intl';
import type { PumpStatus } from './device-view.ts';
import { FaultText } from './fault-text.tsx';
import classes from './stop-reason.module.css';

interface Props {
  status: PumpStatus;
  fcType: string | null;
  fault: number | null;
  stoppedBy: EventCode | null;
}

/** Why a pump in a list is stopped: the fault of its converter or the protection that was raised. */
export function StopReason({ status, fcType, fault, stoppedBy }: Props) {
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
