import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './dropdown.module.css';
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
    <div ref={box} className={classes.box}>
      <button
        ref={button}
        type="button"
        className={openerClass ?? classes.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {opener}
      </button>
      {isOpen && (
        <div id={panelId} className={classes.panel} data-align={align} style={{ width }}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

export function DropdownLabel({ children }: { children: ReactNode }) {
  return <p className={classes.label}>{children}</p>;
}

export const DropdownLine = () => <hr className={classes.line} />;

/** For links with the style of a panel's buttons. */
export const dropdownItemClass = classes.item;

interface ItemProps extends ComponentProps<'button'> {
  icon?: ReactNode;
  mark?: ReactNode;
  tone?: 'danger';
}

export function DropdownItem({ icon, mark, tone, className = '', children, ...button }: ItemProps) {
  return (
    <button {...button} type="button" className={`${classes.item} ${className}`} data-tone={tone}>
      {icon}
      <span className="grow">{children}</span>
      {mark}
    </button>
  );
}
