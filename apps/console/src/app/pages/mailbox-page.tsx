import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Mailbox } from '../../areas/account/demo-mailbox/mailbox.tsx';
import { paths } from '../../lib/page/paths.ts';
import { underClass } from '../../ui/form-classes.ts';
import { ReadingLayout } from '../reading-layout.tsx';

export function MailboxPage() {
  const t = useTranslations('auth');
  return (
    <ReadingLayout>
      <Mailbox />
      <p className={underClass}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </ReadingLayout>
  );
}
