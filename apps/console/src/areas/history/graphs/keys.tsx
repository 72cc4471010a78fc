import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Kbd } from '../../../ui/kbd.tsx';

const GAPS = ['offline', 'link_lost', 'not_measured', 'no_data_yet'] as const;

/** The patterns of `plot-layers.ts`; a gradient is a value, not a class. */
const LOOKS = {
  line: { className: 'h-0.5 bg-(--c-pressure)' },
  required: { className: 'border-t-2 border-dashed border-ink' },
  earlier: { className: 'border-t-2 border-dashed border-dim' },
  offline: {
    className: 'h-3 rounded-sm',
    background: 'repeating-linear-gradient(135deg, var(--off) 0 1px, transparent 1px 5px)',
  },
  link_lost: {
    className: 'h-3 rounded-sm',
    background: 'radial-gradient(var(--off) 1px, transparent 1.4px) 0 0 / 5px 5px',
  },
  not_measured: {
    className: 'h-3 rounded-sm',
    background: 'linear-gradient(90deg, var(--off) 60%, transparent 60%) 0 50% / 6px 1.5px repeat-x',
  },
  no_data_yet: { className: 'h-3 rounded-sm bg-inset border border-line-strong' },
} as const satisfies Record<string, { className: string; background?: string }>;

function Look({ name, text }: { name: keyof typeof LOOKS; text: string }) {
  const { className, ...style } = LOOKS[name];
  return (
    <li className="flex items-center gap-2">
      <i className={`w-5.5 ${className}`} style={style} aria-hidden="true" />
      {text}
    </li>
  );
}

/** What the patterns mean, how to zoom and pan, and the time zone. */
export function Keys({ zone, isCompared }: { zone: string; isCompared: boolean }) {
  const t = useTranslations('graphs');
  const key = (chunks: ReactNode) => <Kbd>{chunks}</Kbd>;
  return (
    <div className="flex items-center flex-wrap text-sm text-dim gap-y-2 gap-x-5">
      <ul className="flex flex-wrap gap-y-2 gap-x-4" aria-label={t('legend')}>
        <Look name="line" text={t('average')} />
        <Look name="required" text={t('required')} />
        {isCompared && <Look name="earlier" text={t('earlier')} />}
        {GAPS.map((reason) => (
          <Look key={reason} name={reason} text={t(`gap.${reason}`)} />
        ))}
      </ul>
      <p className="pointer-coarse:hidden">{t.rich('hint.mouse', { key })}</p>
      <p className="hidden pointer-coarse:block">{t('hint.touch')}</p>
      <p>{t('zone', { zone })}</p>
    </div>
  );
}
