import { type ComponentProps, type ReactNode, useId } from 'react';
import { usePopover } from './use-popover.ts';

interface Props {
  /** Content of the button, including its accessible name. */
  opener: ReactNode;
  openerClass?: string | undefined;
  width: string;
  /** The edge of the button that the panel is aligned to; `start` for a button at the left of a page. */
  align?: 'start' | 'end';
  children: (close: () => void) => ReactNode;
}

/** A button and the panel that it opens. */
export function Dropdown({ opener, openerClass, width, align = 'end', children }: Props) {
  const { isOpen, setIsOpen, close, box, button } = usePopover();
  const panelId = useId();
  return (
    <div ref={box} className="relative max-sm:static">
      <button
        ref={button}
        type="button"
        className={
          openerClass ??
          'relative grid place-items-center size-10 rounded-full text-ink cursor-pointer hover:bg-line aria-expanded:bg-line'
        }
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {opener}
      </button>
      {isOpen && (
        <div
          id={panelId}
          className="absolute p-1.75 border border-line-strong rounded-lg bg-card top-[calc(100%_+_0.4rem)] right-0 z-1 max-w-[calc(100vw_-_1rem)] shadow-popover max-sm:right-2 data-[align=start]:right-auto data-[align=start]:left-0 max-sm:data-[align=start]:-left-2 max-sm:data-[align=start]:max-w-[calc(100%_+_1rem)]"
          data-align={align}
          style={{ width }}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

export function DropdownLabel({ children }: { children: ReactNode }) {
  return <p className="px-3.25 py-1.75 text-dim text-sm font-medium wrap-anywhere">{children}</p>;
}

export const DropdownLine = () => <hr className="bg-line my-1.25 h-px" />;

/** For links with the style of a panel's buttons. */
export const dropdownItemClass =
  'flex items-center gap-3.25 w-full min-h-10 px-3.25 py-1.75 rounded-md text-ink text-md text-left cursor-pointer pointer-coarse:min-h-11 hover:bg-inset focus-visible:-outline-offset-2 data-[tone=danger]:text-stop-ink';

interface ItemProps extends ComponentProps<'button'> {
  icon?: ReactNode;
  mark?: ReactNode;
  tone?: 'danger';
}

export function DropdownItem({ icon, mark, tone, className = '', children, ...button }: ItemProps) {
  return (
    <button
      {...button}
      type="button"
      className={`flex items-center gap-3.25 w-full min-h-10 px-3.25 py-1.75 rounded-md text-ink text-md text-left cursor-pointer pointer-coarse:min-h-11 hover:bg-inset focus-visible:-outline-offset-2 data-[tone=danger]:text-stop-ink ${className}`}
      data-tone={tone}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {mark}
    </button>
  );
}
