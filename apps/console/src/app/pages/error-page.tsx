import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { HttpProblem } from '../../lib/http-problem.ts';
import classes from './page.module.css';

/** Error boundary of the router, with a retry button. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const t = useTranslations();
  const router = useRouter();
  const isNetwork = error instanceof HttpProblem && error.code === 'NETWORK';
  return (
    <main className={classes.notice} role="alert">
      <h1>{t(isNetwork ? 'app.unreachable' : 'app.crash')}</h1>
      <p>{t(isNetwork ? 'app.unreachableHint' : 'app.crashHint')}</p>
      <Button onClick={() => router.invalidate()}>{t('common.retry')}</Button>
    </main>
  );
}
