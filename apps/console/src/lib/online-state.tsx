import { IconPlugConnected, IconQuestionMark, IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StatePill } from '../ui/state-pill.tsx';

const icon = { size: 14, stroke: 2, 'aria-hidden': true } as const;

/** R4.4: nothing said is neither online nor offline. */
export function OnlineState({ isOnline }: { isOnline: boolean | undefined }) {
  const t = useTranslations('fleet');
  if (isOnline === undefined)
    return (
      <StatePill tone="off" icon={<IconQuestionMark {...icon} />}>
        {t('unknown')}
      </StatePill>
    );
  return isOnline ? (
    <StatePill tone="run" icon={<IconPlugConnected {...icon} />}>
      {t('online')}
    </StatePill>
  ) : (
    <StatePill tone="off" icon={<IconWifiOff {...icon} />}>
      {t('offline')}
    </StatePill>
  );
}
