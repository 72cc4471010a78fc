import { useTranslations } from 'use-intl';
import { Loading, Notice } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { isNotOffered, useLoadHint } from './use-problem-text.ts';

export interface Words {
  /** By default "loading". */
  loading?: string;
  /** By default "these data could not be loaded". */
  failed?: string;
  /** Below it, the next step; by default the one for the error. */
  hint?: string;
  /** Cards of the skeleton. */
  cards?: number;
  /** One line of text instead of a notice, for a part of a card or dialog. */
  isLine?: boolean;
}

interface LoadProps extends Words {
  /** Other states display nothing. */
  state: string;
  /** Of the failed load. */
  error: unknown;
  onRetry: () => void;
}

/** While there are no data: that they are loading, or that the load failed, with a retry. */
export function LoadStates({ state, error, onRetry, loading, failed, hint, cards = 0, isLine }: LoadProps) {
  const t = useTranslations();
  const loadHint = useLoadHint();
  const loadingText = loading ?? t('app.loading');
  const title = failed ?? t('panel.failed');
  if (state === 'loading')
    return isLine ? (
      <p className="text-md text-dim mt-1" role="status">
        {loadingText}
      </p>
    ) : (
      <Loading text={loadingText} cards={cards} />
    );
  if (state !== 'failed') return null;
  const text = hint ?? loadHint(error);
  const retry = { label: t('common.retry'), onClick: onRetry };
  if (isLine)
    return (
      <p className="text-md text-dim mt-1" role="alert">
        {title} {text} <TextButton onClick={onRetry}>{retry.label}</TextButton>
      </p>
    );
  return <Notice role="alert" title={title} text={text} {...(!isNotOffered(error) && { action: retry })} />;
}
