import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** One sentence above a form. A screen reader announces a problem at once and a success politely. */
export function FormNotice({ kind, children }: { kind: 'problem' | 'success'; children: ReactNode }) {
  const Icon = kind === 'problem' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div
      className="flex gap-2.5 p-3 rounded-md text-md leading-normal items-start data-[kind=problem]:bg-stop-soft data-[kind=problem]:text-stop-ink data-[kind=success]:bg-run-soft data-[kind=success]:text-run-ink"
      data-kind={kind}
      role={kind === 'problem' ? 'alert' : 'status'}
    >
      <Icon className="mt-0.5 flex-none" size={18} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
