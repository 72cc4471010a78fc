import { useTranslations } from 'use-intl';
import { Loading, Notice } from '../../ui/notice.tsx';
import classes from './load-states.module.css';

export interface Words {
  /** By default "loading". */
  loading?: string;
  /** By default "these data could not be loaded". */
  failed?: string;
  /** Below it, the next step; by default "check the connection". */
  hint?: string;
  /** Cards of the skeleton. */
  cards?: number;
  /** One line of text instead of a notice, for a part of a card or dialog. */
  isLine?: boolean;
}

interface LoadProps extends Words {
  /** Other states display nothing. */
  state: string;
  onRetry: () => void;
}

/** While there are no data: that they are loading, or that the load failed, with a retry. */
export function LoadStates({ state, onRetry, loading, failed, hint, cards = 0, isLine }: LoadProps) {
  const t = useTranslations();
  const loadingText = loading ?? t('app.loading');
  const title = failed ?? t('panel.failed');
  if (state === 'loading')
    return isLine ? (
      <p className={classes.line} role="status">
        {loadingText}
      </p>
    ) : (
      <Loading text={loadingText} cards={cards} />
    );
  if (state !== 'failed') return null;
  if (isLine)
    return (
      <p className={classes.line} role="alert">
        {title}{' '}
        <button type="button" className={classes.retry} onClick={onRetry}>
          {t('common.retry')}
        </button>
      </p>
    );
  return (
    <Notice
      role="alert"
      title={title}
      text={hint ?? t('app.unreachableHint')}
      action={{ label: t('common.retry'), onClick: onRetry }}
    />
  );
}
