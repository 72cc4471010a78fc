import type { ReactNode } from 'react';
import { DeviceAlertNotice, DeviceAlerts } from '../../features/alerts/device-alerts.tsx';
import { AlertTargetLink, AlertTexts, WorkTexts } from './alert-parts.tsx';

/** Open alerts above the values of a device. */
export const OpenAlerts = ({ deviceId }: { deviceId: string }) => (
  <AlertTexts missing={null}>
    <DeviceAlertNotice deviceId={deviceId} Link={AlertTargetLink} />
  </AlertTexts>
);

/** The tab with the alerts of a device. */
export const AlertsTool = ({ deviceId, waiting }: { deviceId: string; waiting?: ReactNode }) => (
  <WorkTexts waiting={waiting}>
    <DeviceAlerts deviceId={deviceId} Link={AlertTargetLink} />
  </WorkTexts>
);
