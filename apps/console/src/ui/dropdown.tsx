import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './dropdown.module.css';

interface Props {
  /** The look of the button, its accessible name included. */
  opener: ReactNode;
  openerClass?: string | undefined;
  width: string;
  children: (close: () => void) => ReactNode;
}

/**
 * A button of the top bar and the panel that it opens. Any click elsewhere and Escape close it; Escape gives the
 * focus back. Hand-written, because a floating library would be an eighth of what the first page loads.
 */
export function Dropdown({ opener, openerClass, width, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  /** Whatever comes next (a dialog, say) gives the focus back to where it was: to the button, not to a gone item. */
  const close = () => {
    if (box.current?.contains(document.activeElement)) button.current?.focus();
    setIsOpen(false);
  };

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
        <div id={panelId} className={classes.panel} style={{ width }}>
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

/** For links, which look like the buttons of a panel. */
export const dropdownItemClass = classes.item;

interface ItemProps extends ComponentProps<'button'> {
  icon?: ReactNode;
  mark?: ReactNode;
  tone?: 'danger';
}

export function DropdownItem({ icon, mark, tone, children, ...button }: ItemProps) {
  return (
    <button {...button} type="button" className={classes.item} data-tone={tone}>
      {icon}
      <span className={classes.text}>{children}</span>
      {mark}
    </button>
  );
}
