import { type Gallery, nothing, sampleIcon } from './gallery.tsx';
import { Banner, Loading, Notice } from './notice.tsx';

export const notices: Gallery = (t) => ({
  Notice: {
    title: <Notice title={t('dashboard.empty')} />,
    'icon text': <Notice title={t('dashboard.empty')} text={t('dashboard.emptyHint')} icon={sampleIcon} />,
    'role="alert" action': (
      <Notice
        role="alert"
        title={t('dashboard.failed')}
        action={{ label: t('common.retry'), onClick: nothing }}
      />
    ),
  },
  Banner: { icon: <Banner icon={sampleIcon}>{t('device.offlineBanner')}</Banner> },
  Loading: {
    'cards={3}': <Loading text={t('dashboard.loading')} />,
    'cards={1}': <Loading text={t('pressure.loading')} cards={1} />,
  },
});
