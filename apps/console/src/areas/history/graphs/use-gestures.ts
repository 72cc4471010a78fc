import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import type { HistoryRange } from '../../../device/history.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { boundsOf, pan, rangeFrom, zoom } from './view.ts';

type Change = (change: (range: HistoryRange) => HistoryRange) => void;

/** A pinch on a touchpad arrives as a wheel with Ctrl. */
const WHEEL_ZOOM = 0.0025;

/** The plots of a board are below each other: one of them gives the times of all. */
const plotRect = (board: HTMLElement) => board.querySelector('.u-over')?.getBoundingClientRect();

/** Share of the range at a place of the screen: 0 at its start, 1 at its end. */
const shareAt = (rect: DOMRect, clientX: number) => (clientX - rect.left) / rect.width;

function zoomAround(range: HistoryRange, factor: number, share: number): HistoryRange {
  const nowS = serverNowS();
  const { fromS, toS } = boundsOf(range, nowS);
  return zoom(range, factor, nowS, fromS + (toS - fromS) * share);
}

/** Moves the range such that the moments under the fingers stay under them. */
function follow(range: HistoryRange, before: readonly number[], after: readonly number[]): HistoryRange {
  const nowS = serverNowS();
  const { fromS, toS } = boundsOf(range, nowS);
  const [a = 0, b] = before;
  const [c = 0, d] = after;
  if (b === undefined || d === undefined || Math.abs(d - c) < 0.02) return pan(range, a - c, nowS);
  const lengthS = ((toS - fromS) * (b - a)) / (d - c);
  const startS = fromS + (toS - fromS) * a - lengthS * c;
  return lengthS > 0 ? rangeFrom(startS, startS + lengthS, nowS) : range;
}

function watchWheel(board: HTMLElement, change: Change) {
  const onWheel = (event: WheelEvent) => {
    const rect = plotRect(board);
    if (!rect) return;
    const isZoom = event.ctrlKey || event.metaKey;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isZoom && !isSideways) return;
    event.preventDefault();
    if (isZoom) {
      const share = shareAt(rect, event.clientX);
      return change((range) => zoomAround(range, Math.exp(event.deltaY * WHEEL_ZOOM), share));
    }
    const byPx = event.deltaX || event.deltaY;
    change((range) => pan(range, byPx / rect.width, serverNowS()));
  };
  board.addEventListener('wheel', onWheel, { passive: false });
  return () => board.removeEventListener('wheel', onWheel);
}

/** Shift and a drag of the mouse pan; the plot itself handles a drag without Shift. One finger pans, two zoom. */
function watchPointers(board: HTMLElement, change: Change) {
  const held = new Map<number, number>();
  const onDown = (event: PointerEvent) => {
    const isPan = event.pointerType === 'touch' || event.shiftKey;
    const isPlot = event.target instanceof Element && event.target.closest('.u-over');
    if (isPan && isPlot) held.set(event.pointerId, event.clientX);
  };
  const onMove = (event: PointerEvent) => {
    const rect = plotRect(board);
    if (!rect || !held.has(event.pointerId)) return;
    const shares = () => [...held.values()].slice(0, 2).map((clientX) => shareAt(rect, clientX));
    const before = shares();
    held.set(event.pointerId, event.clientX);
    const after = shares();
    change((range) => follow(range, before, after));
  };
  const onEnd = (event: PointerEvent) => held.delete(event.pointerId);
  const keepFromPlot = (event: MouseEvent) => event.shiftKey && event.stopPropagation();
  board.addEventListener('mousedown', keepFromPlot, { capture: true });
  board.addEventListener('pointerdown', onDown);
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onEnd);
  window.addEventListener('pointercancel', onEnd);
  return () => {
    board.removeEventListener('mousedown', keepFromPlot, { capture: true });
    board.removeEventListener('pointerdown', onDown);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onEnd);
    window.removeEventListener('pointercancel', onEnd);
  };
}

/** Zoom and pan by wheel, touch and Shift with the mouse. */
export function useGestures(board: RefObject<HTMLElement | null>, onChange: Change) {
  const change = useEffectEvent(onChange);
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const apply: Change = (next) => change(next);
    const stops = [watchWheel(element, apply), watchPointers(element, apply)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [board]);
}

const PAN_KEYS: Record<string, number | undefined> = { ArrowLeft: -0.25, ArrowRight: 0.25 };
const ZOOM_KEYS: Record<string, number | undefined> = { '+': 0.5, '=': 0.5, '-': 2 };

/** The keys of the focused graphs: + − zoom, arrows pan, 0 resets. */
export function onGraphKey(event: KeyboardEvent, change: Change, reset: () => void) {
  const isField = event.target instanceof Element && event.target.matches('input, select, textarea');
  if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
  const factor = ZOOM_KEYS[event.key];
  const share = PAN_KEYS[event.key];
  if (factor === undefined && share === undefined && event.key !== '0') return;
  event.preventDefault();
  if (factor !== undefined) change((range) => zoom(range, factor, serverNowS()));
  else if (share !== undefined) change((range) => pan(range, share, serverNowS()));
  else reset();
}
