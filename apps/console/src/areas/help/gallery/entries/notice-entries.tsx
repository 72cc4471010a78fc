import { IconAlertTriangle, IconDroplet, IconWifiOff } from '@tabler/icons-react';
import { pumpStatusStyles } from '../../../../device/pump-status.tsx';
import { Banner, Loading, Notice } from '../../../../ui/notice.tsx';
import { StatePill } from '../../../../ui/state-pill.tsx';
import type { GalleryEntry, Texts } from '../gallery-entry.ts';

const empty = (t: Texts) => ({ title: t('dashboard.empty'), text: t('dashboard.emptyHint') });
const large = { size: 40, stroke: 1.4, 'aria-hidden': true } as const;
const nothing = () => undefined;

export const noticeEntries: readonly GalleryEntry[] = [
  {
    name: 'Notice',
    path: 'ui/notice.tsx',
    states: [
      { code: 'title', render: (t) => <Notice title={t('dashboard.empty')} /> },
      { code: 'icon text', render: (t) => <Notice {...empty(t)} icon={<IconDroplet {...large} />} /> },
      {
        code: 'role="alert" action',
        render: (t) => (
          <Notice
            role="alert"
            title={t('dashboard.failed')}
            icon={<IconAlertTriangle {...large} />}
            action={{ label: t('common.retry'), onClick: nothing }}
          />
        ),
      },
    ],
  },
  {
    name: 'Banner',
    path: 'ui/notice.tsx',
    states: [
      {
        code: 'icon',
        render: (t) => (
          <Banner icon={<IconWifiOff size={20} stroke={1.7} aria-hidden />}>
            {t('device.offlineBanner')}
          </Banner>
        ),
      },
    ],
  },
  {
    name: 'Loading',
    path: 'ui/notice.tsx',
    states: [
      { code: 'cards={3}', render: (t) => <Loading text={t('dashboard.loading')} /> },
      { code: 'cards={1}', render: (t) => <Loading text={t('pressure.loading')} cards={1} /> },
    ],
  },
  {
    name: 'StatePill',
    path: 'ui/state-pill.tsx',
    states: (['running', 'waiting', 'stopped', 'offline'] as const).map((status) => ({
      code: `tone="${pumpStatusStyles[status].tone}"`,
      render: (t) => <StatePill {...pumpStatusStyles[status]}>{t(`pump.state.${status}`)}</StatePill>,
    })),
  },
];
