import { Button } from '@mantine/core';
import { IconFish, IconFishHook } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { config } from '../../lib/page/config.ts';
import { paths } from '../../lib/page/paths.ts';
import { Brand } from '../brand.tsx';
import type { NotFoundVariant } from './not-found-variants.ts';
import classes from './page.module.css';

const route = getRouteApi('/404/$variant');

/** R2.4: four variants of the page head. */
const heads: Record<NotFoundVariant, ReactNode> = {
  advanced: <IconFishHook size={72} stroke={1.2} aria-hidden />,
  simple: null,
  custom: <IconFish size={72} stroke={1.2} aria-hidden />,
  'large-text': (
    <span className={classes.large} aria-hidden>
      404
    </span>
  ),
};

export function NotFoundPage() {
  const t = useTranslations();
  const { variant } = route.useParams();
  return (
    <main className={classes.notice}>
      <Brand />
      <div className="anchor">{heads[variant as NotFoundVariant]}</div>
      <h1>{t('notFound.title')}</h1>
      <p>
        {t.rich('notFound.text', {
          mail: (words) => <a href={`mailto:${config.contact_email}`}>{words}</a>,
        })}
      </p>
      <Button renderRoot={(props) => <Link to={paths.dashboard} {...props} />}>
        {t('common.backToDashboard')}
      </Button>
    </main>
  );
}
