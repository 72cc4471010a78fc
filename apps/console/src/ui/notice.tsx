import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title: string;
  text?: string;
  icon?: ReactNode;
  action?: { label: string; onClick: () => void };
  /** Another way on, in place of the button. */
  children?: ReactNode;
  /** An error is announced at once, the rest when there is time. */
  role?: 'alert' | 'status';
}

/** In place of content: nothing there, not found, or failed and try again. */
export function Notice({ title, text, icon, action, children, role = 'status' }: NoticeProps) {
  return (
    <div className={classes.notice} role={role}>
      {icon}
      <p className={classes.title}>{title}</p>
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

/** Above content: it is still good to read, with this in mind. */
export function Banner({ icon, className = '', children }: BannerProps) {
  return (
    <div className={`${classes.banner} ${className}`} role="status">
      {icon}
      <span>{children}</span>
    </div>
  );
}

/** Empty boxes are no first paint: the text says what is coming. */
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
