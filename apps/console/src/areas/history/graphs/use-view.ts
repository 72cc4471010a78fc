import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { HistoryRange } from '../../../device/history.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { type GraphView, RANGE_S, type RangeName, readView, writeView } from './view.ts';

/** A gesture has ended when the range stays this long. Shorter would request while the user moves. */
const SETTLED_MS = 150;

/**
 * The view that is drawn, and the one that is requested and in the address: it follows when a gesture has ended. A new
 * address from elsewhere, such as Back, replaces both.
 */
export function useView(address: string | undefined, onView: (address: string) => void) {
  const [view, setView] = useState(() => readView(address, serverNowS()));
  const [settled, setSettled] = useState(view);
  const [preset, setPreset] = useState<RangeName>('day');
  const known = useRef(address);

  const settle = useEffectEvent((next: GraphView) => {
    setSettled(next);
    const text = writeView(next);
    if (text === (known.current ?? writeView(readView(undefined, 0)))) return;
    known.current = text;
    onView(text);
  });
  useEffect(() => {
    if (view === settled) return;
    const timer = setTimeout(() => settle(view), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [view, settled]);

  useEffect(() => {
    if (address === known.current) return;
    known.current = address;
    const next = readView(address, serverNowS());
    setView(next);
    setSettled(next);
  }, [address]);

  /** At once, without waiting for more. */
  const show = (next: GraphView) => {
    setView(next);
    settle(next);
  };
  return {
    view,
    settled,
    changeRange: (change: (range: HistoryRange) => HistoryRange) =>
      setView((current) => ({ ...current, range: change(current.range) })),
    choosePreset(name: RangeName) {
      setPreset(name);
      show({ ...view, range: { lastS: RANGE_S[name] } });
    },
    /** The range that was chosen last. */
    reset: () => show({ ...view, range: { lastS: RANGE_S[preset] } }),
    show,
  };
}
