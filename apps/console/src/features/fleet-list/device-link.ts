import type { ComponentType, ReactNode } from 'react';

/** Leads to the device; where that is, the page knows. */
export type DeviceLink = ComponentType<{ deviceId: string; children: ReactNode }>;
