import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Mailbox } from '../../features/demo-mailbox/mailbox.tsx';
import { paths } from '../../lib/paths.ts';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import form from '../../ui/form.module.css';
import { ReadingLayout } from '../reading-layout.tsx';
import { LoadingPage } from './loading-page.tsx';

export function MailboxPage() {
  const t = useTranslations('auth');
  return (
    <ReadingLayout>
      <ToolTexts waiting={<LoadingPage />}>
        <Mailbox />
      </ToolTexts>
      <p className={form.under}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </ReadingLayout>
  );
}
