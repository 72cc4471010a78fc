import type { SessionRow } from '@manoboard/contract/account/account';
import { readUserAgent } from '@manoboard/domain/access/user-agent';
import { useTranslations } from 'use-intl';

/** The browser, its system and the network of the login, in words. A city would be a guess. */
export function useSessionText() {
  const t = useTranslations('profile.sessions');
  return ({ user_agent, network, is_this_network }: SessionRow) => {
    const { browser, system } = readUserAgent(user_agent);
    const yesNo = (value: string | null) => (value === null ? 'no' : 'yes');
    const place = network === null ? t('unknownNetwork') : t('network', { network });
    return {
      device: t('device', {
        hasBrowser: yesNo(browser),
        browser: browser ?? '',
        hasSystem: yesNo(system),
        system: system ?? '',
      }),
      place: is_this_network ? t('thisNetwork') : place,
    };
  };
}
