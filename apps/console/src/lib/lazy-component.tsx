import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './lazy-component.module.css';
import { createLoader, type Loader, useLoader } from './loader.ts';

interface NoticeProps {
  onRetry: () => void;
  /** For what stands in no place of the page: the way to be rid of the notice. */
  onClose?: (() => void) | undefined;
}

/** Says that a part of the page did not come. */
export function LoadFailure({ onRetry, onClose }: NoticeProps) {
  const t = useTranslations();
  return (
    <p className={classes.missing} role="alert" data-floating={onClose !== undefined || undefined}>
      {t('app.partMissing')}
      <button type="button" onClick={onRetry}>
        {t('common.retry')}
      </button>
      {onClose && (
        <button type="button" onClick={onClose}>
          {t('common.close')}
        </button>
      )}
    </p>
  );
}

interface LazyProps {
  /** While it comes. */
  waiting?: ReactNode;
  /** If it does not come; a notice with the way to ask again, unless said otherwise. */
  missing?: ReactNode;
  onClose?: () => void;
}

export type LazyComponent<Props> = ComponentType<Props & LazyProps> & { preload: () => void };

/**
 * A part of the page that is loaded when it is wanted. React's own `lazy` keeps a failure for ever and throws it at the
 * whole page: here the page goes on, and the part can be asked for again.
 */
export function lazyComponent<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const loader = createLoader(async () => ({ Part: await fetchPart() }));
  const show = (props: Props & LazyProps) => <LoadedPart loader={loader} {...props} />;
  return Object.assign(show, { preload: () => void loader.load().catch(() => undefined) });
}

type PartProps<Props> = Props & LazyProps & { loader: Loader<{ Part: ComponentType<Props> }> };

function LoadedPart<Props extends object>({ loader, waiting, missing, ...props }: PartProps<Props>) {
  const { value, hasFailed, retry } = useLoader(loader);
  if (value) return <value.Part {...(props as unknown as Props)} />;
  if (!hasFailed) return waiting;
  return missing === undefined ? <LoadFailure onRetry={retry} onClose={props.onClose} /> : missing;
}
