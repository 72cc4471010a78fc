import type { MessageHandlers } from '../../link/link.ts';
import type { Telemetry } from './telemetry.service.ts';

export const telemetryMessages = (telemetry: Telemetry): MessageHandlers => ({
  status: telemetry.receiveStatus,
  tele: telemetry.receiveTele,
});
