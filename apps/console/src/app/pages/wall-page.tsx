import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { Wall } from '../../areas/pump/wall/wall.tsx';
import { readyUpdate } from '../app-update.ts';

/** Nobody answers the notice of a new version on a wall. */
export function WallPage() {
  const update = useSelector(readyUpdate);
  useEffect(() => update?.reload(), [update]);
  return <Wall />;
}
