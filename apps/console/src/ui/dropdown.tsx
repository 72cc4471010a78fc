import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { usePopover } from './use-popover.ts';

interface Props {
  /** The button, with its accessible name. */
  opener: ReactElement;
  width: string;
  /** The edge of the button that the panel is aligned to; `start` for a button at the left of a page. */
  align?: 'start' | 'end';
  children: (close: () => void) => ReactNode;
}

/** A button and the panel that it opens. */
export function Dropdown({ opener, width, align = 'end', children }: Props) {
  const { isOpen, close, box, panelId, opener: props } = usePopover();
  const button = useRender({ render: opener, props });
  return (
    <div ref={box} className="relative max-sm:static">
      {button}
      {isOpen && (
        <div
          id={panelId}
          className={`absolute top-[calc(100%_+_0.4rem)] z-30 max-w-[calc(100vw_-_1rem)] rounded-lg border border-line-strong bg-card p-2 shadow-popover ${align === 'end' ? 'right-0 max-sm:right-2' : 'left-0 max-sm:-left-2 max-sm:max-w-[calc(100%_+_1rem)]'}`}
          style={{ width }}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

export function DropdownLabel({ children }: { children: ReactNode }) {
  return <p className="px-3 py-2 text-dim text-sm font-medium wrap-anywhere">{children}</p>;
}

export const DropdownLine = () => <hr className="my-1 border-line" />;

interface ItemProps extends ComponentProps<'button'> {
  icon?: ReactNode;
  mark?: ReactNode;
  tone?: 'danger';
  /** A link in place of the button. */
  render?: ReactElement;
}

export function DropdownItem({ icon, mark, tone, className = '', children, render, ...props }: ItemProps) {
  const looks = {
    className: `flex items-center gap-3 w-full min-h-10 px-3 py-2 rounded-md text-ink text-md text-left cursor-pointer pointer-coarse:min-h-11 hover:bg-inset focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:text-dim data-[tone=danger]:text-stop-ink ${className}`,
    'data-tone': tone,
    children: (
      <>
        {icon}
        <span className="flex-1">{children}</span>
        {mark}
      </>
    ),
  };
  const own = render ? looks : { type: 'button' as const, ...looks };
  return useRender({ defaultTagName: 'button', render, props: { ...own, ...props } });
}
