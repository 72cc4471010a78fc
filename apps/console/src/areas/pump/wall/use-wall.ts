import { useEffect, useState } from 'react';
import { forgetWallLink, hideWallLink, openWallLink } from '../../../lib/page/wall-link.ts';
import { type DayLitres, type WallNews, watchWall } from './watch-wall.ts';

/** A page that runs for months starts afresh once a day. */
const RELOAD_MS = 24 * 3600 * 1000;

/** `undefined` news are still loading. */
export function useWall() {
  const [link] = useState(openWallLink);
  const [isOver, setIsOver] = useState(link === undefined);
  const [news, setNews] = useState<WallNews>();
  const [litres, setLitres] = useState<DayLitres>();
  useEffect(() => {
    if (!link) return undefined;
    hideWallLink();
    return watchWall(link.token, {
      onNews: setNews,
      onLitres: setLitres,
      onOver() {
        forgetWallLink();
        setIsOver(true);
      },
    });
  }, [link]);
  return { news, litres, isOver, isDimmed: link?.isDimmed ?? false };
}

/** The screen stays on, fills the display after a touch, and follows new versions of the console. */
export function useKiosk() {
  useEffect(() => {
    const keepOn = () => {
      if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    const fill = () => void document.documentElement.requestFullscreen?.().catch(() => undefined);
    const reload = setInterval(() => {
      if (navigator.onLine) window.location.reload();
    }, RELOAD_MS);
    keepOn();
    document.addEventListener('visibilitychange', keepOn);
    document.addEventListener('click', fill);
    return () => {
      clearInterval(reload);
      document.removeEventListener('visibilitychange', keepOn);
      document.removeEventListener('click', fill);
    };
  }, []);
}
