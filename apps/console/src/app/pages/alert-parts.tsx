import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { areaTexts, textFiles } from '../../lib/area-texts.tsx';
import { paths } from '../../lib/paths.ts';

const texts = textFiles(
  () => import('@manoboard/i18n/sk/alerts.json'),
  () => import('@manoboard/i18n/gb/alerts.json'),
);
export const AlertTexts = areaTexts(texts);

interface LinkProps {
  deviceId: string;
  atS?: number;
  label?: string;
  children: ReactNode;
}

/** The device, or its timeline at a moment. */
export const DeviceLink = ({ deviceId, atS, label, children }: LinkProps) => (
  <Link
    to={paths.overview}
    search={{ device: deviceId, ...(atS !== undefined && { tool: 'timeline', at: atS }) }}
    aria-label={label}
  >
    {children}
  </Link>
);
