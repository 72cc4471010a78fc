import type { ReactNode } from 'react';
import { Button } from './button.tsx';

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
    <div
      className="grid gap-2.5 px-6.5 py-12 text-dim text-center rounded-lg justify-items-center border border-dashed border-line-strong"
      role={role}
    >
      {icon}
      <p className="text-lg font-semibold text-ink">{title}</p>
      {text && <p className="text-dim text-md max-w-136 mb-2">{text}</p>}
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
    <div
      className={`flex items-center gap-2.5 px-4 py-3 border border-line rounded-lg bg-wait-soft text-wait-ink text-md font-regular mb-4 [&_svg]:flex-none ${className}`}
      role="status"
    >
      {icon}
      <span>{children}</span>
    </div>
  );
}

/** Text and skeleton: empty boxes alone do not count as first contentful paint. */
export function Loading({ text, cards = 3 }: { text: string; cards?: number }) {
  return (
    <div role="status">
      <p className="text-dim text-md max-w-136 mb-2">{text}</p>
      <div className="grid gap-gutter cols-fill-76" aria-hidden="true">
        {Array.from({ length: cards }, (_, i) => `card-${i}`).map((key) => (
          <span className="border border-line rounded-lg bg-card h-47" key={key} />
        ))}
      </div>
    </div>
  );
}
