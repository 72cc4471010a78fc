import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { closeToast, type Toast, useToasts } from '../../lib/page/toast.ts';

const SHOWN_S = 5;
/** With an action: long enough to read it and to regret. */
const ACTION_S = 10;

/** It stays while the pointer or the focus is on it. */
function ToastCard({ id, kind, title, message, action }: Toast) {
  const t = useTranslations('common');
  const [isHeld, setIsHeld] = useState(false);
  const [leftS, setLeftS] = useState(action ? ACTION_S : SHOWN_S);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setInterval(() => setLeftS((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, [isHeld]);
  useEffect(() => {
    if (leftS <= 0) closeToast(id);
  }, [id, leftS]);
  return (
    <div
      role="alert"
      className="pointer-events-none flex items-start gap-3 rounded-lg border border-line bg-card py-2.5 pr-2 pl-4 text-md shadow-popover before:w-1 before:self-stretch before:rounded-full before:bg-tone"
      data-tone={kind === 'success' ? 'run' : 'wait'}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div className="min-w-0 flex-1 py-1 wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        <p className={title ? 'text-dim' : ''}>{message}</p>
      </div>
      {action && (
        <button
          type="button"
          className="pointer-events-auto min-h-8 flex-none cursor-pointer rounded-md px-2.5 font-semibold whitespace-nowrap text-link hover:bg-inset pointer-coarse:min-h-11"
          onClick={() => {
            closeToast(id);
            action.run();
          }}
        >
          {action.label}
          {/* A screen reader would read each second. */}
          <span aria-hidden="true" className="tabular-nums">
            {t('left', { n: leftS })}
          </span>
        </button>
      )}
      <button
        type="button"
        className="pointer-events-auto grid size-8 flex-none cursor-pointer place-items-center rounded-md text-dim hover:bg-inset pointer-coarse:size-11"
        aria-label={t('close')}
        onClick={() => closeToast(id)}
      >
        <IconX size={18} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
}

/**
 * A section, because all content must be inside a landmark. On a phone at the top, since controls are at the bottom, beside
 * the menu button; touches pass through.
 */
export function Toaster() {
  const t = useTranslations('common');
  const toasts = useToasts();
  if (toasts.length === 0) return null;
  return (
    <section
      aria-label={t('info')}
      className="pointer-events-none fixed right-4 bottom-4 z-300 grid w-105 max-w-[calc(100vw-2rem)] gap-2 sm:[&>*]:pointer-events-auto max-sm:top-1 max-sm:right-1 max-sm:bottom-auto max-sm:left-12 max-sm:w-auto max-sm:max-w-none"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </section>
  );
}
