import { readUserAgent } from '@manoboard/domain/access/user-agent';
import { useTranslations } from 'use-intl';

/** For example "Chrome, Android". */
export function useBrowserName() {
  const t = useTranslations('notifications.push');
  return (userAgent: string | null) => {
    const { browser, system } = readUserAgent(userAgent);
    return [browser, system].filter(Boolean).join(', ') || t('unknownBrowser');
  };
}
