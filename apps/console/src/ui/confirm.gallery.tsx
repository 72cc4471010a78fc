import { Confirm } from './confirm.tsx';
import { type Gallery, nothing, sampleIcon } from './gallery.tsx';

export const overlays: Gallery = (t) => {
  const name = t('stats.electro_meter');
  const confirm = {
    icon: sampleIcon,
    label: t('stats.resetOf', { name }),
    question: t('stats.resetQuestion', { name }),
    yes: t('stats.reset'),
    no: t('common.cancel'),
    onYes: nothing,
  };
  return {
    Confirm: {
      'isDisabled={false}': <Confirm {...confirm} isDisabled={false} />,
      isDisabled: <Confirm {...confirm} isDisabled />,
    },
  };
};
