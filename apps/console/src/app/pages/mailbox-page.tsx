import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Mailbox } from '../../areas/account/demo-mailbox/mailbox.tsx';
import { paths } from '../../lib/page/paths.ts';
import { areaTexts } from '../../lib/texts/area-texts.tsx';
import { underClass } from '../../ui/form-classes.ts';
import { ReadingLayout } from '../reading-layout.tsx';
import { LoadingPage } from './loading-page.tsx';

const AccountTexts = areaTexts('account');

export function MailboxPage() {
  const t = useTranslations('auth');
  return (
    <ReadingLayout>
      <AccountTexts waiting={<LoadingPage />}>
        <Mailbox />
      </AccountTexts>
      <p className={underClass}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </ReadingLayout>
  );
}
