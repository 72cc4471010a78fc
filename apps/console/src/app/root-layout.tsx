import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useCurrentSubject } from '../lib/page-subject.ts';

export function RootLayout() {
  const t = useTranslations();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const subject = useCurrentSubject();
  useEffect(() => {
    // The title of an admin page is missing until the admin texts load.
    const page = title && t.has(title) ? t(title) : undefined;
    const parts = [subject, page].filter(Boolean);
    document.title = page ? t('app.title', { page: parts.join(' · ') }) : t('app.name');
  }, [t, title, subject]);
  return <Outlet />;
}
