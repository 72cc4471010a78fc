import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Kbd } from '../../../ui/kbd.tsx';

const GAPS = ['offline', 'link_lost', 'not_measured', 'no_data_yet'] as const;

/** What the patterns mean, how to zoom and pan, and the time zone. */
export function Keys({ zone, isCompared }: { zone: string; isCompared: boolean }) {
  const t = useTranslations('graphs');
  const key = (chunks: ReactNode) => <Kbd>{chunks}</Kbd>;
  return (
    <div className="flex items-center flex-wrap text-sm text-dim gap-y-2 gap-x-5">
      <ul
        className="flex flex-wrap gap-y-2 gap-x-4 [&_[data-look='line']]:h-0.5 [&_[data-look='line']]:bg-(--c-pressure) [&_[data-look='required']]:h-0 [&_[data-look='required']]:border-t-2 [&_[data-look='required']]:border-dashed [&_[data-look='required']]:border-ink [&_[data-look='required']]:rounded-none [&_[data-look='offline']]:[background:repeating-linear-gradient(135deg,var(--off)_0_1px,transparent_1px_5px)] [&_[data-look='link\_lost']]:[background:radial-gradient(var(--off)_1px,transparent_1.4px)_0_0/5px_5px] [&_[data-look='not\_measured']]:[background:linear-gradient(90deg,var(--off)_60%,transparent_60%)_0_50%/6px_1.5px_repeat-x] [&_[data-look='no\_data\_yet']]:bg-inset [&_[data-look='no\_data\_yet']]:inset-ring [&_[data-look='no\_data\_yet']]:inset-ring-line-strong [&_[data-look='earlier']]:h-0 [&_[data-look='earlier']]:border-t-[1.5px] [&_[data-look='earlier']]:border-dashed [&_[data-look='earlier']]:border-dim [&_[data-look='earlier']]:rounded-none"
        aria-label={t('legend')}
      >
        <li className="flex items-center gap-2">
          <i className="w-5.5 h-3 rounded-sm" data-look="line" aria-hidden="true" />
          {t('average')}
        </li>
        <li className="flex items-center gap-2">
          <i className="w-5.5 h-3 rounded-sm" data-look="required" aria-hidden="true" />
          {t('required')}
        </li>
        {isCompared && (
          <li className="flex items-center gap-2">
            <i className="w-5.5 h-3 rounded-sm" data-look="earlier" aria-hidden="true" />
            {t('earlier')}
          </li>
        )}
        {GAPS.map((reason) => (
          <li className="flex items-center gap-2" key={reason}>
            <i className="w-5.5 h-3 rounded-sm" data-look={reason} aria-hidden="true" />
            {t(`gap.${reason}`)}
          </li>
        ))}
      </ul>
      <p className="pointer-coarse:hidden">{t.rich('hint.mouse', { key })}</p>
      <p className="hidden pointer-coarse:block">{t('hint.touch')}</p>
      <p>{t('zone', { zone })}</p>
    </div>
  );
}
