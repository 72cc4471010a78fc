import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title: string;
  text?: string;
  icon?: ReactNode;
  action?: { label: string; onClick: () => void };
  /** Shown instead of the button. */
  children?: ReactNode;
  /** A screen reader announces an `alert` at once and a `status` politely. */
  role?: 'alert' | 'status';
}

/** Replaces content that is empty, not found or failed to load. */
export function Notice({ title, text, icon, action, children, role = 'status' }: NoticeProps) {
  return (
    <div className={classes.notice} role={role}>
      {icon}
      <p className="flush ink text-lg bold">{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && (
        <Button variant="default" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {children}
    </div>
  );
}

interface BannerProps {
  icon: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A warning above content that is still valid. */
export function Banner({ icon, className = '', children }: BannerProps) {
  return (
    <div className={`${classes.banner} ${className}`} role="status">
      {icon}
      <span>{children}</span>
    </div>
  );
}

/** Text and skeleton: empty boxes alone do not count as first contentful paint. */
export function Loading({ text, cards = 3 }: { text: string; cards?: number }) {
  return (
    <div role="status">
      <p className={classes.text}>{text}</p>
      <div className={classes.skeleton} aria-hidden="true">
        {Array.from({ length: cards }, (_, i) => `card-${i}`).map((key) => (
          <span key={key} />
        ))}
      </div>
    </div>
  );
}
