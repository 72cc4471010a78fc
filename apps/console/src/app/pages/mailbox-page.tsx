import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Mailbox } from '../../areas/account/demo-mailbox/mailbox.tsx';
import { paths } from '../../lib/page/paths.ts';
import { UnderForm } from '../../ui/form.tsx';
import { ReadingLayout } from '../reading-layout.tsx';

export function MailboxPage() {
  const t = useTranslations('auth');
  return (
    <ReadingLayout>
      <Mailbox />
      <UnderForm>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </UnderForm>
    </ReadingLayout>
  );
}
