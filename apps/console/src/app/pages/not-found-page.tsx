import { IconFish, IconFishHook } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { config } from '../../lib/page/config.ts';
import { paths } from '../../lib/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Brand } from '../brand.tsx';
import type { NotFoundVariant } from './not-found-variants.ts';

const route = getRouteApi('/404/$variant');

/** R2.4: four variants of the page head. */
const heads: Record<NotFoundVariant, ReactNode> = {
  advanced: <IconFishHook size={72} stroke={1.2} aria-hidden />,
  simple: null,
  custom: <IconFish size={72} stroke={1.2} aria-hidden />,
  'large-text': (
    <span className="text-[clamp(6rem,24vw,12rem)] font-bold tracking-[-0.06em] leading-none" aria-hidden>
      404
    </span>
  ),
};

export function NotFoundPage() {
  const t = useTranslations();
  const { variant } = route.useParams();
  return (
    <main className="grid gap-3 px-4 py-6.5 text-center justify-items-center content-center min-h-[85dvh]">
      <Brand />
      <div className="text-link">{heads[variant as NotFoundVariant]}</div>
      <h1 className="text-title font-bold tracking-tight">{t('notFound.title')}</h1>
      <p className="mb-3 max-w-128 text-dim">
        {t.rich('notFound.text', {
          mail: (words) => (
            <a className="text-link underline" href={`mailto:${config.contact_email}`}>
              {words}
            </a>
          ),
        })}
      </p>
      <Button render={<Link to={paths.dashboard} />}>{t('common.backToDashboard')}</Button>
    </main>
  );
}
