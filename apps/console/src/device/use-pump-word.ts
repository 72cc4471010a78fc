import { useTranslations } from 'use-intl';
import type { PumpLook } from './device-view.ts';

/** The pump's state in a word, where a list leaves no room for a sentence. */
export function usePumpWord() {
  const t = useTranslations();
  return (look: PumpLook) => t(look === 'offline' ? 'device.connection.offline' : `pump.state.${look}`);
}
