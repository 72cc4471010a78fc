import type { TextFile } from '@manoboard/i18n/messages';
import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { loadTexts } from '../texts/locale-store.ts';
import { createLoader, type Loader, useLoader } from './loader.ts';

interface NoticeProps {
  onRetry: () => void;
  /** Closes the notice of a dialog, which floats above the page. */
  onClose?: (() => void) | undefined;
}

/** Notice that a part of the page failed to load. */
export function LoadFailure({ onRetry, onClose }: NoticeProps) {
  const t = useTranslations();
  return (
    <p
      className="flex items-center flex-wrap gap-y-1 gap-x-3 px-4 py-3 text-ink text-md data-floating:fixed data-floating:border data-floating:border-line data-floating:rounded-lg data-floating:bg-card data-floating:shadow-card data-floating:right-4 data-floating:bottom-4 data-floating:z-300 data-floating:max-w-[calc(100vw_-_2rem)]"
      role="alert"
      data-floating={onClose !== undefined || undefined}
    >
      {t('app.partMissing')}
      <button className="py-1 underline cursor-pointer text-accent" type="button" onClick={onRetry}>
        {t('common.retry')}
      </button>
      {onClose && (
        <button className="py-1 underline cursor-pointer text-accent" type="button" onClick={onClose}>
          {t('common.close')}
        </button>
      )}
    </p>
  );
}

interface LazyProps {
  /** Displayed while the component loads. */
  waiting?: ReactNode;
  /** Displayed when loading fails; by default a notice with a retry button. */
  missing?: ReactNode;
  onClose?: () => void;
}

export type LazyComponent<Props> = ComponentType<Props & LazyProps> & { preload: () => void };

/**
 * A component that is loaded on its first render, with its files of texts. React's `lazy` caches a failure for ever and throws it in the whole
 * page; here the rest of the page stays usable and the load can be retried.
 */
export function lazyComponent<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  ...texts: readonly TextFile[]
): LazyComponent<Props> {
  const loader = createLoader(async () => {
    const Part = await fetchPart();
    await loadTexts(...texts);
    return { Part };
  });
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
