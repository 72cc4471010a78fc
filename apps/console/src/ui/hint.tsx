import { type ReactNode, useState } from 'react';

interface Props {
  text: string;
  side: 'right' | 'below';
  children: ReactNode;
}

/** A tooltip for pointer and focus. Hidden from screen readers: it repeats the accessible name. */
export function Hint({ text, side, children }: Props) {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const show = (event: { currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPlace(
      side === 'right'
        ? { left: box.right + 8, top: box.top + box.height / 2 }
        : { left: box.left + 12, top: box.bottom - 2 },
    );
  };
  const hide = () => setPlace(undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the link or button inside it
    <div onPointerEnter={show} onPointerLeave={hide} onFocus={show} onBlur={hide}>
      {children}
      {place && text !== '' && (
        <span
          className="fixed px-2.5 py-1 rounded-md text-sm font-regular pointer-events-none z-130 max-w-64 bg-ink text-card data-[side=right]:transform-[translateY(-50%)]"
          data-side={side}
          style={place}
          aria-hidden="true"
        >
          {text}
        </span>
      )}
    </div>
  );
}
