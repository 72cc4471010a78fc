import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './form-notice.module.css';

/** One sentence above a form. A screen reader announces a problem at once and a success politely. */
export function FormNotice({ kind, children }: { kind: 'problem' | 'success'; children: ReactNode }) {
  const Icon = kind === 'problem' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
