import { FormNotice } from './form-notice.tsx';
import type { Gallery } from './gallery.tsx';

export const forms: Gallery = (t) => ({
  FormNotice: {
    'kind="problem"': <FormNotice kind="problem">{t('problem.LOGIN_BAD_CREDENTIALS')}</FormNotice>,
    'kind="success"': <FormNotice kind="success">{t('auth.passwordChanged')}</FormNotice>,
  },
});
