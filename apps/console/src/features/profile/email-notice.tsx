import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ResendLink } from './email-actions.tsx';
import classes from './email-notice.module.css';

interface Props {
  /** The unconfirmed address. */
  email: string;
  /** The link to the demo's mailbox. */
  mailbox?: ReactNode;
  onChanged: () => Promise<void>;
}

/** R4.3d: shown on every page until the address of a new account is confirmed. */
export function EmailNotice({ email, mailbox, onChanged }: Props) {
  const t = useTranslations('profile');
  return (
    <div className={classes.notice} role="status">
      <IconMail size={20} stroke={1.7} aria-hidden />
      <span>{t('unconfirmed', { email })}</span>
      <span className={classes.actions}>
        <ResendLink email={email} onChanged={onChanged} />
        {mailbox}
      </span>
    </div>
  );
}
