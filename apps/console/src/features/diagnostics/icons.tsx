import type { FcLink } from '@manoboard/domain/fc/fc-link';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlugConnected,
  IconPlugConnectedX,
  IconQuestionMark,
} from '@tabler/icons-react';

export function LinkIcon({ state }: { state: FcLink }) {
  if (state === 'unknown') return <IconQuestionMark aria-hidden="true" />;
  return state === 'ok' ? (
    <IconPlugConnected aria-hidden="true" />
  ) : (
    <IconPlugConnectedX aria-hidden="true" />
  );
}

/** `null` is unknown; 0 is no fault. */
export function FaultIcon({ code }: { code: number | null }) {
  if (code === null) return <IconQuestionMark aria-hidden="true" />;
  return code === 0 ? <IconCircleCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />;
}
