import { useTranslations } from 'use-intl';
import type { PumpLook } from './device-view.ts';

/** The pump's state in one word, for lists. */
export function usePumpWord() {
  const t = useTranslations();
  return (look: PumpLook) => t(look === 'offline' ? 'device.connection.offline' : `pump.state.${look}`);
}
